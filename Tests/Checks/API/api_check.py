#!/usr/bin/env python3
"""Compares the public symbols of modules with tables of Apple's, and docs/conformance.md with both.

usage: api_check.py [--write] ROOT GRAPHS

GRAPHS has a directory for each module, with the symbol graphs that `swift-symbolgraph-extract
-skip-synthesized-members` writes: one for the module, and one for each other module whose types it extends. ROOT is
the source tree. Exit 1 if anything differs; with --write the page is written.
"""
import pathlib
import re
import sys

import conformance
import symbols
import tables

TABLES = ["BackgroundTasks", "UIKit", "URLSession", "UserNotifications"]


def compared(table, declarations):
    """Returns our declarations that the table describes: all of the module, or those of the types that it declares."""
    if table.is_whole:
        return declarations
    names = table.members.keys() | table.missing.keys()
    return {
        path: text for path, text in declarations.items()
        if path in names or table.owner(path) in table.types
    }


def member_differences(table, ours):
    """Returns sentences about members that differ from the table."""
    def same(one, other):
        return symbols.normal(one, table.is_whole) == symbols.normal(other, table.is_whole)

    for path, apples in sorted(table.members.items()):
        if path in table.through:
            if table.through[path] not in ours:
                yield f"{path}: {table.through[path]} is not here."
        elif path not in ours:
            yield f"{path} is missing; Apple's is `{apples}`."
        elif path in table.ours:
            if same(apples, ours[path]):
                yield f"{path} is Apple's: remove its line `ours:`."
            elif not same(table.ours[path], ours[path]):
                yield f"{path} is `{ours[path]}`; write this into its line `ours:`."
        elif not same(table.written.get(path, apples), ours[path]):
            yield f"{path} is `{ours[path]}`; Apple's is `{apples}`."
    for path in sorted(ours.keys() - table.members.keys()):
        if path in table.missing:
            yield f"{path} exists, but is listed as missing; move it to the first section of the table."
        elif path not in table.besides:
            yield f"{path} is public (`{ours[path]}`), but not in Apple's API; hide it or list it in the second section."


def type_differences(table, ours, types):
    """Returns sentences about conformances that differ from the table."""
    extra = set()
    for path in sorted(types.keys() & table.types.keys()):
        has, lacks = types[path], table.lacks.get(path, set())
        wants = table.types[path] - lacks
        extra |= {f"{path}: {other}" for other in symbols.chosen(has, types) - wants}
        for other in sorted(wants - has):
            yield f"{path} does not inherit from {other} or conform to it, but Apple's type does."
        for other in sorted(lacks & has):
            yield f"{path} is a {other}; remove this from its line `lacks:`."
    if table.is_whole:
        for conformance_ in sorted(extra - table.besides):
            path, other = conformance_.split(": ")
            yield f"{path} is a {other}, but Apple's is not; remove this or list `{conformance_}` in the second section."
    for path in sorted(table.besides - ours.keys() - extra):
        yield f"{path} is listed in the second section, but does not exist; remove the line."


def rule_differences(table, tests):
    """Returns sentences about rules whose test does not exist."""
    for rule in table.rules:
        if rule.test and rule.test not in tests:
            yield f"{rule.path}: the test {rule.test} of the rule '{rule.text}' does not exist."


def modes(title):
    """Returns the language modes of Swift in which clients of an area compile: the digits at the end of their names."""
    clients = (pathlib.Path(__file__).parent / "Clients").glob(f"{title}*.swift")
    return " and ".join(sorted({digit for path in clients for digit in path.stem[len(title):]}))


def main():
    arguments = [argument for argument in sys.argv[1:] if argument != "--write"]
    root, graphs = map(pathlib.Path, arguments)
    suites = (root / "Tests/Suites").rglob("*.swift")
    tests = set(re.findall(r"\bfunc (\w+)\(", "\n".join(path.read_text() for path in suites)))
    found, read = [], []
    for title in TABLES:
        table = tables.read(root / "Tests/Checks/API/Tables" / f"{title}.txt")
        wanted = table.members.keys() | table.missing.keys()
        declarations, types = symbols.read(sorted((graphs / table.module).glob("*.json")), wanted)
        ours = compared(table, declarations)
        found += [*member_differences(table, ours), *type_differences(table, ours, types)]
        found += rule_differences(table, tests)
        read.append(table)
        print(f"{title}: {conformance.summary(table)}")
    page, text = root / conformance.PAGE, conformance.page(read, list(map(modes, TABLES)))
    if "--write" in sys.argv and not found:
        page.write_text(text)
    elif not page.exists() or page.read_text() != text:
        found.append(f"{conformance.PAGE} is not what the modules are; run: make conformance")
    print(*found, sep="\n", end="\n" if found else "")
    sys.exit(1 if found else 0)


main()
