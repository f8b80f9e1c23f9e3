"""Reads tables of Apple's API, in the folder Tables.

A line that is not indented declares a type or names one ("extension"), or is "globals". The lines below it are its
members. A line with a keyword belongs to the member or type above it:

    documented: RULE [TEST]   a rule of Apple's documentation, and the test which shows that it holds here
    seen: RULE [TEST]         a rule that is only observed in practice
    differs: TEXT             the behaviour here, instead of the rule above it, or of Apple's if no rule precedes
    ours: DECLARATION         the declaration here, if it is not Apple's
    written: DECLARATION      the declaration of the symbol graph, if it is Apple's for users of the module
    through: NAME             the member which calls of this one reach here
    lacks: CONFORMANCE, ...   conformances of Apple's type that the type here lacks
"""
import re
import sys
from dataclasses import dataclass, field

SECTIONS = ["What Apple's API has", "What is here besides, by name", "What of Apple's is not here yet"]
TYPE = re.compile(r"(?:(?:open|public) )?(class|struct|enum|protocol|extension) ([A-Z][\w.]*)(?:: (.+))?$")
NOTE = re.compile(r"(documented|seen|differs|ours|written|through|lacks): (.+?)(?: \[(\w+)\])?$")


@dataclass
class Rule:
    """A rule of one member, or a difference without a rule."""

    path: str
    source: str
    text: str
    test: str | None = None
    here: str | None = None


@dataclass
class Table:
    title: str = ""
    module: str = ""
    is_whole: bool = True
    # Apple's declarations by path, such as "BGTask.identifier".
    members: dict = field(default_factory=dict)
    # Conformances by type.
    types: dict = field(default_factory=dict)
    besides: set = field(default_factory=set)
    missing: dict = field(default_factory=dict)
    missing_types: set = field(default_factory=set)
    ours: dict = field(default_factory=dict)
    written: dict = field(default_factory=dict)
    through: dict = field(default_factory=dict)
    lacks: dict = field(default_factory=dict)
    rules: list = field(default_factory=list)

    def owner(self, path):
        """Returns the type of a member, the type itself for a type, and "" for a global name."""
        known = self.types.keys() | self.missing_types
        return path if path in known else re.match(r"(?:([\w.]+)\.)?[^.]", path)[1] or ""


def name(declaration):
    """Returns the name of a member in the form of the symbol graph, such as `submit(_:)`."""
    found = re.search(r"(?:\b(?:func|var|let|case)\b|(?=\binit\b)) ?`?(\w+)`?\??(.*)", declaration)
    base, parameters = found.groups()
    if base.startswith("init") or parameters.startswith(("(", "<")):
        parameters = re.sub(r"^<[^>]*>", "", parameters)
        # Labels in the type of a parameter are not labels of the function.
        depth, outer = 0, ""
        for character in parameters[1:]:
            depth += {"(": 1, ")": -1}.get(character, 0)
            if depth < 0:
                break
            outer += character if depth == 0 else ""
        return base + "(" + "".join(label + ":" for label in re.findall(r"(?:^|, )(\w+)(?: \w+)?:", outer)) + ")"
    return base


def note(table, place, path, found):
    """Adds a line with a keyword to the member or type at `path`."""
    keyword, text, test = found.groups()
    if keyword in ("documented", "seen"):
        table.rules.append(Rule(path, keyword, text, test))
    elif keyword == "differs":
        last = table.rules[-1] if table.rules else None
        if last and last.path == path and not last.test and not last.here:
            last.here = text
        else:
            table.rules.append(Rule(path, "", "", None, text))
    elif keyword == "lacks":
        table.lacks[path] = set(text.split(", "))
    elif keyword in ("ours", "written"):
        getattr(table, keyword)[path] = text
    else:
        table.through[path] = f"{table.owner(path)}.{text}"


def read(path):
    """Reads the table in a file. An error in it ends the program."""
    table, sections, owner, last = Table(), [], None, None
    for number, line in enumerate(open(path), 1):
        text, place = line.strip(), f"{path}:{number}"
        if not text or text.startswith("#"):
            continue
        if text.startswith("@ "):
            key, value = text[1:].strip().split(": ")
            if key == "compared":
                table.is_whole = value == "the whole module"
            else:
                setattr(table, key, value)
        elif text.startswith("=="):
            sections.append(text.strip("= "))
        elif sections[-1:] == SECTIONS[1:2]:
            table.besides.add(text)
        elif (found := NOTE.match(text)) and line.startswith(" "):
            note(table, place, last, found)
        else:
            members = table.members if sections[-1:] == SECTIONS[:1] else table.missing
            if line.startswith(" "):
                last = f"{owner}.{name(text)}".lstrip(".")
                members[last] = text
            elif text == "globals":
                owner = ""
            elif declared := TYPE.match(text):
                owner = last = declared[2]
                if members is table.members and declared[1] != "extension":
                    members[owner] = text.split(":")[0]
                    table.types[owner] = set((declared[3] or "").split(", ")) - {""}
                elif owner not in table.types and declared[1] != "extension":
                    members[owner] = text.split(":")[0]
                    table.missing_types.add(owner)
            else:
                sys.exit(f"{place}: not a declaration")
    if sections != SECTIONS:
        sys.exit(f"{path}: wrong sections; they must be: {'; '.join(SECTIONS)}")
    if twice := table.members.keys() & table.missing.keys():
        sys.exit(f"{path}: declared both as present and as missing: {', '.join(sorted(twice))}")
    for rule in table.rules:
        if rule.source and not rule.test and not rule.here:
            sys.exit(f"{path}: '{rule.text}' ({rule.path}) has no test; add its name in brackets, or a line 'differs'")
    return table
