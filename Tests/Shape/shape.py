#!/usr/bin/env python3
"""shape.py: how large the parts of Sources are, and in how many files one change of each sort lands.

Counts lines of text, not syntax: good enough to compare one commit with another.
"""

import pathlib
import re
import statistics

SOURCES = pathlib.Path(__file__).resolve().parents[2] / "Sources"
# One of each sort that is carried through the program, by all of its spellings.
CARRIED = {
    "option of submit (prevents sleep)": r"preventsSleep|prevents_sleep|prevent-sleep|preventSleep",
    "reason (thermal)": r"\.thermal\b|\bthermal\b *[:=(]|\"thermal\"|case .*\bthermal\b",
    "kind (maintenance)": r"\.maintenance\b|\bcase .*\bmaintenance\b|\"maintenance\"|kinds\.maintenance",
    "device field (storage)": r"\.storage\b|\bcase .*\bstorage\b|\"storage\"|\bstorage:",
    "policy key (use-half-life)": r"useHalfLife|use-half-life",
}
DECLARATION = re.compile(
    r"^\s*(?:@\w+(?:\([^)]*\))?\s+)*(?:(?:package|public|private|fileprivate|final|indirect)\s+)*"
    r"(struct|class|enum|actor|protocol|extension)\s+([\w.]+)")
FUNCTION = re.compile(
    r"^\s*(?:@\w+(?:\([^)]*\))?\s+)*(?:(?:package|public|private|fileprivate|static|mutating|override"
    r"|nonisolated|borrowing|consuming|convenience|final)\s+)*(?:func\s+[\w`<>=!+\-*/%&|^~.]+|init[?]?\s*[(<])")
STORED = re.compile(
    r"^\s*(?:@\w+\s+)*(?:(?:package|public|private|fileprivate|internal|final|weak|unowned|lazy)"
    r"(?:\(\w+\))?\s+)*(?:let|var)\s+(\w+)")


class Type:
    def __init__(self):
        self.properties, self.functions, self.files = set(), 0, set()


def strip(line):
    """Without what may hold braces that are none."""
    return re.sub(r'"(?:[^"\\]|\\.)*"', '""', line.split("//")[0])


def read(path, types, functions):
    """Adds what `path` declares; `functions` gets how many lines each takes."""
    depth, stack, open_functions = 0, [], []
    for number, raw in enumerate(path.read_text().splitlines()):
        line = strip(raw)
        if declared := DECLARATION.match(line):
            stack.append((depth, declared[2].split(".")[-1], declared[1]))
            types.setdefault(stack[-1][1], Type()).files.add(path)
        owner = stack[-1] if stack else None
        if owner and depth == owner[0] + 1:
            if FUNCTION.match(line):
                types[owner[1]].functions += 1
            elif (stored := STORED.match(line)) and owner[2] in ("struct", "class", "actor"):
                if not re.search(r"\{\s*(get|$)|\{ .* \}$|static ", line):
                    types[owner[1]].properties.add(stored[1])
        if FUNCTION.match(line):
            open_functions.append((depth, number))
        depth += line.count("{") - line.count("}")
        while stack and depth <= stack[-1][0] and "}" in line:
            stack.pop()
        while open_functions and depth <= open_functions[-1][0] and "}" in line:
            functions.append(number - open_functions.pop()[1] + 1)


def percentile(values, share):
    return sorted(values)[int(len(values) * share)]


def main():
    paths = sorted(SOURCES.rglob("*.swift"))
    types, functions = {}, []
    for path in paths:
        read(path, types, functions)
    texts = {path: path.read_text() for path in paths}
    files = [text.count("\n") for text in texts.values()]
    print(f"{'files, lines in Sources':<46}{len(paths):>6} {sum(files):>7,}")
    print(f"{'lines of a file, median and 90th percentile':<46}{statistics.median(files):>6.0f}"
          f" {percentile(files, 0.9):>7}")
    print(f"{'lines of a function':<46}{statistics.median(functions):>6.0f} {percentile(functions, 0.9):>7}")
    print("\nthe largest types                           properties functions files")
    largest = sorted(types.items(), key=lambda one: -(one[1].functions + 2 * len(one[1].properties)))
    for name, one in largest[:8]:
        print(f"  {name:<44}{len(one.properties):>8}{one.functions:>10}{len(one.files):>6}")
    core = types.get("Scheduler")
    if core:
        print("\nfiles of Scheduling that name a property of Scheduler")
        within = {path: text for path, text in texts.items() if path in core.files}
        for name in sorted(core.properties):
            count = sum(bool(re.search(rf"\b{name}\b", text)) for text in within.values())
            print(f"  {name:<44}{count:>8}")
    print("\nfiles of Sources that name one")
    for name, pattern in CARRIED.items():
        there = [path for path, text in texts.items() if re.search(pattern, text)]
        there += [path for path in SOURCES.rglob("*.varlink") if re.search(pattern, path.read_text())]
        print(f"  {name:<44}{len(there):>8}")


if __name__ == "__main__":
    main()
