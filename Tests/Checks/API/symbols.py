"""Reads symbol graphs, and makes declarations comparable."""
import json
import re

# Conformances that follow from others, and conformances of nearly every type.
IMPLIED = {
    "NSObject": {"CustomDebugStringConvertible", "CustomStringConvertible", "Hashable", "NSObjectProtocol"},
    "OptionSet": {"ExpressibleByArrayLiteral", "RawRepresentable", "SetAlgebra"},
}
ALWAYS = {"Equatable", "SendableMetatype"}
# Parts that the public documentation of UIKit, Foundation and UserNotifications omits or words differently.
LOOSE = re.compile(
    r"@\w+ |\b(?:optional|weak|final|nonisolated\(unsafe\)|nonisolated|unowned\(unsafe\)|convenience|override) ")


def chosen(names, types):
    """Returns the conformances that do not follow from others. Those of a superclass are in `types`."""
    implied = set(ALWAYS)
    for other in names:
        implied |= IMPLIED.get(other, set()) | types.get(other, set())
    return {other for other in names - implied if not other.startswith("_")}


def normal(declaration, is_exact):
    """Returns equal texts for declarations that are equal for users of the module.

    Unless `is_exact` is set, omits isolation, @Sendable and `open`.
    """
    text = declaration.strip().replace("override ", "").replace(" { get set }", "")
    if is_exact:
        # Members that are not open cannot be overridden outside the module.
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
    """Returns declarations by name, and conformances by type. Members for a protocol are included if it is `wanted`."""
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
