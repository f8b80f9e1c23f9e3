"""Writes docs/conformance.md from the tables. Called after a comparison of the tables with the modules."""
import re

PAGE = "docs/conformance.md"
INTRODUCTION = """\
# Conformance with Apple's API

This page lists, for developers of apps, members of Apple's API and their state here. `make conformance` writes the page.
`make api-check` compares the page with the libraries, and compiles apps in Swift 5 and Swift 6 mode.

- **As Apple's**: the declaration is Apple's. In BackgroundTasks this includes isolation, `@Sendable` and `open`.
- **Differs**: the declaration differs, as the second table shows. Most calls compile.
- **Missing**: code with this member does not compile.
- **Documented** rules are in Apple's documentation. **Seen** rules are only known from practice, and can change.
- **Here** has the difference, or the test that shows that the rule is in effect.
"""


def label(table, path):
    """Returns the name of a member without its type, or the name of a type."""
    owner = table.owner(path)
    return path if path == owner or not owner else path[len(owner) + 1:]


def listed(table, paths):
    return " ".join(f"`{label(table, path)}`" for path in paths)


def state(table, path):
    return "differs" if path in table.ours or path in table.through else "as Apple's"


def summary(table):
    """Returns the number of members in each state."""
    differing = table.ours.keys() | table.through.keys()
    return f"{len(table.members) - len(differing)} as Apple's, {len(differing)} differ, {len(table.missing)} missing"


def member_rows(table):
    """Returns a row for each type, with its members by state. Types without a member are in the row of their state."""
    owners = {}
    for path in [*table.members, *table.missing]:
        owners.setdefault(table.owner(path), []).append(path)
    bare = [owner for owner, paths in owners.items() if paths == [owner]]
    for owner, paths in owners.items():
        if owner in bare:
            continue
        members = [path for path in paths if path != owner]
        present = [path for path in members if path in table.members]
        lacks = sorted(table.lacks.get(owner, set()) - {"NSObject", "NSObjectProtocol"})
        cells = [
            f"`{owner}`" if owner else "global",
            listed(table, [path for path in present if state(table, path) == "as Apple's"]),
            listed(table, [path for path in present if state(table, path) == "differs"]),
            " ".join([listed(table, [p for p in members if p in table.missing]), *(f"`{other}`" for other in lacks)]),
        ]
        yield row(cells)
    have, lack = ([owner for owner in bare if owner in part] for part in (table.members, table.missing))
    if have or lack:
        yield row(["other types", listed(table, have), "", listed(table, lack)])


def row(cells):
    return re.sub(r" +", " ", f"| {' | '.join(cells)} |")


def rule_rows(table):
    """Returns a row for each rule and each different declaration. The first row of a member has its name."""
    rows = [(rule.path, rule.text, rule.source, rule.here or f"`{rule.test}`") for rule in table.rules]
    rows += [(path, "", "", f"`{ours.removeprefix('public ')}`") for path, ours in table.ours.items()]
    explained = {rule.path for rule in table.rules}
    rows += [
        (path, "", "", f"calls `{label(table, other)}`")
        for path, other in table.through.items() if path not in explained
    ]
    order = list(dict.fromkeys(path for path, *_ in rows))
    last = None
    for path, *cells in sorted(rows, key=lambda row: order.index(row[0])):
        yield row([f"`{path}`" if path != last else "", *cells])
        last = path


def page(tables, modes):
    """Returns the text of the page. `modes` are the language modes of Swift in which apps with each area compile."""
    parts = [INTRODUCTION]
    for table, swift in zip(tables, modes):
        parts.append(f"## {table.title}\n\nLibrary `{table.module}`, Swift {swift}: {summary(table)}.\n")
        for heads, rows in [
            ("type | as Apple's | differs | missing", member_rows(table)),
            ("member | rule | source | here", rule_rows(table)),
        ]:
            parts.append("\n".join([f"| {heads} |", "|---|---|---|---|", *rows, ""]))
    parts.append("Next: [backgroundtasks.md](backgroundtasks.md), [porting.md](porting.md).")
    return "\n".join(parts) + "\n"
