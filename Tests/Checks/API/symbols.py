"""Reads symbol graphs, and makes declarations comparable."""
import json
import re

# What comes with another conformance, and what nearly every type has.
IMPLIED = {
    "NSObject": {"CustomDebugStringConvertible", "CustomStringConvertible", "Hashable", "NSObjectProtocol"},
    "OptionSet": {"ExpressibleByArrayLiteral", "RawRepresentable", "SetAlgebra"},
}
ALWAYS = {"Equatable", "SendableMetatype"}
# What the public documentation of UIKit, Foundation and UserNotifications leaves out or words differently.
LOOSE = re.compile(
    r"@\w+ |\b(?:optional|weak|final|nonisolated\(unsafe\)|nonisolated|unowned\(unsafe\)|convenience|override) ")


def chosen(names, types):
    """The conformances that are not there because of another one; those of a superclass are in `types`."""
    implied = set(ALWAYS)
    for other in names:
        implied |= IMPLIED.get(other, set()) | types.get(other, set())
    return {other for other in names - implied if not other.startswith("_")}


def normal(declaration, is_exact):
    """The same text for declarations that are the same to users of the module.

    Unless exact, isolation, @Sendable, and whether others can derive from a class or override a member are left out.
    """
    text = declaration.strip().replace("override ", "").replace(" { get set }", "")
    if is_exact:
        # Outside the module nobody can override what is not open.
        text = text.replace("public class ", "public static ")
    else:
        text = LOOSE.sub("", text).replace("NSNotification.Name", "Notification.Name")
        text = text.replace("TimeInterval", "Double")
        text = re.sub(r"^(?:(?:open|public) )*", "", text)
        text = re.sub(r"^class (?=func|var|let)", "static ", text)
    if re.search(r"\blet `?\w+`?:", text):
        text = text.replace("let ", "var ", 1) + " { get }"
    return text


def read(paths, wanted):
    """Declarations by name, and conformances by type. What only fulfils a protocol counts if it is `wanted`."""
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
            # A member can be in a protocol that the protocol refines.
            for path in [path for path in declarations if path.startswith(f"{target}.")]:
                inherited = names[relation["source"]] + path[len(target):]
                if inherited in wanted:
                    declarations.setdefault(inherited, declarations[path])
    return declarations, types
