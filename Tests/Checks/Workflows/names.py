"""Checks that names in workflows and in XcodeGen's project files exist.

usage: names.py ROOT FILE...   a file named project.yml is a project; needs ruamel.yaml

A workflow is copied to another repository together with the directory of its folder .github, so its commands start in
this directory. Exits with 1 if a name does not exist.
"""
import os
import pathlib
import plistlib
import re
import shlex
import subprocess
import sys

from ruamel.yaml import YAML

# The keys of XcodeGen's project specification that our projects use.
PROJECT = {"name", "options", "packages", "settings", "targets", "schemes"}
TARGET = {"type", "platform", "sources", "settings", "dependencies"}


def load(path):
    return YAML(typ="safe").load(path.read_text())


def named(text, kind):
    """Returns the names of a kind in a package manifest, such as its libraries."""
    return set(re.findall(rf'\.{kind}\(\s*name: "([^"]+)"', text))


def target_faults(target, project, folder, products):
    """Returns sentences about errors in the sources, the Info.plist and the dependencies of a target."""
    for key in target.keys() - TARGET:
        yield f"unknown key {key}"
    base = target.get("settings", {}).get("base", {})
    for source in [*target["sources"], *filter(None, [base.get("INFOPLIST_FILE")])]:
        if not (folder / source).exists():
            yield f"{source} does not exist"
    if "INFOPLIST_FILE" in base:
        info = plistlib.loads((folder / base["INFOPLIST_FILE"]).read_bytes())
        if info["CFBundleIdentifier"] != base["PRODUCT_BUNDLE_IDENTIFIER"]:
            yield "the Info.plist has another CFBundleIdentifier"
    for dependency in target.get("dependencies", []):
        if dependency.get("target", next(iter(project["targets"]))) not in project["targets"]:
            yield f"no target {dependency['target']}"
        if "package" in dependency and dependency["product"] not in products.get(dependency["package"], set()):
            yield f"no product {dependency['product']} of {dependency['package']}"


def project_faults(path):
    """Returns sentences about names in a project that do not exist."""
    project, folder, products = load(path), path.parent, {}
    for key in project.keys() - PROJECT:
        yield f"unknown key {key}"
    for name, package in project["packages"].items():
        manifest = folder / package["path"] / "Package.swift"
        products[name] = named(manifest.read_text(), "library") if manifest.exists() else set()
    for name, target in project["targets"].items():
        yield from (f"target {name}: {fault}" for fault in target_faults(target, project, folder, products))
    for name, scheme in project["schemes"].items():
        for target in [*scheme["build"]["targets"], *scheme["test"]["targets"]]:
            if target not in project["targets"]:
                yield f"scheme {name}: no target {target}"


def files(root, name):
    """Returns the paths with this name below `root`, without those of builds, which can change meanwhile."""
    for folder, folders, names in os.walk(root):
        folders[:] = [folder for folder in folders if folder != ".build"]
        if name in names:
            yield pathlib.Path(folder, name)


def schemes(root):
    """Returns the schemes that Xcode has for the projects and packages below `root`."""
    found = {scheme for path in files(root, "project.yml") for scheme in load(path)["schemes"]}
    for text in map(pathlib.Path.read_text, files(root, "Package.swift")):
        name = re.search(r'Package\(\s*name: "([^"]+)"', text)
        found |= {f"{name[1]}-Package"} | named(text, "library") if name else set()
    return found


def workflow_faults(path, known):
    """Returns sentences about commands with errors of syntax, or with names of files or schemes that do not exist."""
    root = path.parents[2]
    for job, body in load(path)["jobs"].items():
        for command in [step["run"] for step in body["steps"] if "run" in step]:
            if subprocess.run(["bash", "-n", "-c", command], capture_output=True).returncode:
                yield f"{job}: not a command: {command}"
                continue
            words = shlex.split(command)
            for option, value in zip(words, words[1:]):
                if option in ("--spec", "--package-path") and not (root / value).exists():
                    yield f"{job}: {value} does not exist"
                if option == "-project" and not (root / value).parent.joinpath("project.yml").exists():
                    yield f"{job}: no project.yml for {value}"
                if option == "-scheme" and value not in known(root):
                    yield f"{job}: no scheme {value}"


def main():
    files = [pathlib.Path(name).resolve() for name in sys.argv[2:]]
    root, count = pathlib.Path(sys.argv[1]).resolve(), 0
    for path in files:
        check = project_faults(path) if path.name == "project.yml" else workflow_faults(path, schemes)
        for fault in check:
            print(f"{path.relative_to(root)}: {fault}")
            count += 1
    if count or not files:
        sys.exit(1)
    print(f"All files, targets and schemes that {len(files)} files name exist.")


main()
