#!/usr/bin/env python3
"""Prints the public symbols of symbol graphs that have no documentation.

usage: documented.py SYMBOL_GRAPH...

A member that overrides an inherited member, or implements a requirement of a protocol of another module, is documented
there. Exits with 1 if a symbol is not documented.
"""
import json
import sys

graphs = [json.load(open(path)) for path in sys.argv[1:]]
elsewhere = {
    relation["source"] for graph in graphs for relation in graph["relationships"]
    if relation["kind"] == "overrides" or "sourceOrigin" in relation
}
ours = [symbol for graph in graphs for symbol in graph["symbols"] if symbol["identifier"]["precise"] not in elsewhere]
bare = [symbol for symbol in ours if "docComment" not in symbol]
for symbol in bare:
    print(f"{'.'.join(symbol['pathComponents'])} has no documentation.")
if bare:
    sys.exit(1)
print(f"All {len(ours)} public symbols are documented.")
