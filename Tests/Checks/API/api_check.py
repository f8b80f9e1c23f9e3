#!/usr/bin/env python3
"""Compares the public symbols of BackgroundTasks with a table of Apple's, and says each difference.

usage: api_check.py TABLE SYMBOL_GRAPH...

The symbol graphs are what `swift-symbolgraph-extract -skip-synthesized-members` writes: one for the module, and one
for each other module whose types it extends. Exit 1 if anything differs.
"""
import json
import re
import sys

SECTIONS = ["What Apple's API has", "What is here besides, by name", "What of Apple's is not here yet"]
TYPE = re.compile(r"(?:(?:open|public) )?(class|struct|enum|protocol|extension) ([A-Z][\w.]*)(?:: (.+))?$")
# What comes with another conformance, and what nearly every type has.
IMPLIED = {
    "NSObject": {"CustomDebugStringConvertible", "CustomStringConvertible", "Hashable", "NSObjectProtocol"},
    "OptionSet": {"ExpressibleByArrayLiteral", "RawRepresentable", "SetAlgebra"},
}
ALWAYS = {"Equatable", "SendableMetatype"}


def chosen(names, types):
    """What of the conformances is not there because of another one; those of a superclass are in `types`."""
    implied = set(ALWAYS)
    for other in names:
        implied |= IMPLIED.get(other, set()) | types.get(other, set())
    return {other for other in names - implied if not other.startswith("_")}


def normal(declaration):
    """The same text for what is the same to whoever uses the module."""
    text = declaration.replace("override ", "").replace(" { get set }", "")
    # Outside the module nobody can override what is not open.
    text = text.replace("public class ", "public static ")
    if re.search(r"\blet \w+:", text):
        text = text.replace("let ", "var ", 1) + " { get }"
    return text


def name(declaration):
    """The name of a member as the symbol graph writes it, such as `submit(_:)`."""
    base, parameters = re.search(r"(?:func|var|let|case|(?=\binit\b)) ?(\w+)\??(.*)", declaration).groups()
    if not parameters.startswith("("):
        return base
    return base + "(" + "".join(label + ":" for label in re.findall(r"[(,] ?(\w+)(?: \w+)?:", parameters)) + ")"


def read_table(path):
    """For each section: declarations by name, and conformances by type. The second has names only."""
    sections, section, owner = {}, None, None
    for number, line in enumerate(open(path), 1):
        text = line.strip()
        if not text or text.startswith("#"):
            continue
        if text.startswith("=="):
            section = sections.setdefault(text.strip("= "), ({}, {}))
        elif line.startswith(" "):
            section[0][f"{owner}.{name(text)}"] = text
        elif declared := TYPE.match(text):
            owner = declared[2]
            if declared[1] != "extension":
                section[0][owner] = text.split(":")[0]
                section[1][owner] = set((declared[3] or "").split(", ")) - {""}
        elif section is sections.get(SECTIONS[1]):
            section[0][text] = None
        else:
            sys.exit(f"{path}:{number}: this is no declaration")
    if list(sections) != SECTIONS:
        sys.exit(f"{path}: the sections have to be: {'; '.join(SECTIONS)}")
    return [sections[title] for title in SECTIONS]


def read_graphs(paths, wanted):
    """Declarations by name, and conformances by type. What only fulfils a protocol counts where it is `wanted`."""
    graphs = [json.load(open(path)) for path in paths]
    relationships = [relation for graph in graphs for relation in graph["relationships"]]
    symbols = {s["identifier"]["precise"]: s for graph in graphs for s in graph["symbols"]}
    names = {key: ".".join(s["pathComponents"]) for key, s in symbols.items()}
    fulfils = {r["source"] for r in relationships if r["kind"] == "memberOf" and "sourceOrigin" in r}
    declarations, types = {}, {}
    for key, symbol in symbols.items():
        text = "".join(fragment["spelling"] for fragment in symbol["declarationFragments"])
        if symbol["kind"]["identifier"] in ("swift.class", "swift.struct", "swift.enum", "swift.protocol"):
            types[names[key]] = set()
            text = f"{symbol['kind']['identifier'].split('.')[1]} {names[key]}"
        elif key in fulfils and names[key] not in wanted:
            continue
        attributes, text = re.fullmatch(r"((?:@\w+ )*)(.*)", text, re.DOTALL).groups()
        declarations[names[key]] = f"{attributes}{symbol['accessLevel']} {text}"
    for relation in relationships:
        if relation["kind"] in ("conformsTo", "inheritsFrom") and names.get(relation["source"]) in types:
            target = names.get(relation["target"]) or relation["targetFallback"].split(".")[-1]
            types[names[relation["source"]]].add(target)
    return declarations, types


def differences(table, graphs):
    (apples, apples_types), (besides, _), (missing, _) = table
    ours, types = graphs
    for path in sorted(apples.keys() & ours.keys()):
        if normal(apples[path]) != normal(ours[path]):
            yield f"{path} is `{ours[path]}`; Apple's is `{apples[path]}`."
    for path in sorted(apples.keys() - ours.keys()):
        yield f"{path} is missing; Apple's is `{apples[path]}`."
    for path in sorted(ours.keys() - apples.keys()):
        if path in missing:
            yield f"{path} is listed as not here yet, and it is: move it to the first section of the table."
        elif path not in besides:
            yield f"{path} is public (`{ours[path]}`), and Apple has none: hide it, or list it as here besides."
    extra = set()
    for path in sorted(types.keys() & apples_types.keys()):
        has, wants = chosen(types[path], types), apples_types[path]
        extra |= {f"{path}: {other}" for other in has - wants}
        for other in sorted(wants - has):
            yield f"{path} does not inherit from {other}, or conform to it, as Apple's does."
    for conformance in sorted(extra - besides.keys()):
        path, other = conformance.split(": ")
        yield f"{path} is a {other}, which Apple's is not: take that away, or list `{conformance}` as here besides."
    for path in sorted(besides.keys() - ours.keys() - extra):
        yield f"{path} is listed as here besides, and it is not here."


table = read_table(sys.argv[1])
ours = read_graphs(sys.argv[2:], table[0][0].keys() | table[2][0].keys())
found = list(differences(table, ours))
for sentence in found:
    print(sentence)
if found:
    sys.exit(1)
print(f"{len(table[0][0])} symbols are as Apple's; {len(table[2][0])} of Apple's are not here yet.")
