"""Writes the recipes for builds of a page to files, and prints their commands, one on each line.

usage: recipes.py PAGE DIRECTORY   DIRECTORY is the directory of the app

A recipe is an indented block whose first line is `# ` and the path of its file. Needs ruamel.yaml.
"""

import pathlib
import re
import sys

from ruamel.yaml import YAML


def recipes(page):
    """Returns the text of each recipe by its path."""
    blocks = re.findall(r"(?m)(?:^    .*\n|^\n(?=    ))+", page)
    for block in blocks:
        lines = [line[4:] for line in block.strip("\n").split("\n")]
        name = re.fullmatch(r"# (\.\S+\.yml)", lines[0])
        if name:
            yield name[1], "\n".join(lines) + "\n"


def commands(recipe):
    """Returns the commands of the jobs of a workflow or a pipeline."""
    for job in recipe.get("jobs", recipe).values():
        yield from (step["run"] for step in job.get("steps", []) if "run" in step)
        yield from job.get("script", [])


def main():
    page, directory = map(pathlib.Path, sys.argv[1:])
    found = dict(recipes(page.read_text()))
    if len(found) != 2:
        sys.exit(f"{page} has {len(found)} recipes, not 2")
    for name, text in found.items():
        file = directory / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text)
        steps = list(commands(YAML(typ="safe").load(text)))
        if not steps:
            sys.exit(f"{name} runs nothing")
        print(*steps, sep="\n")


main()
