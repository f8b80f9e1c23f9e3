"""Reads a Varlink interface description (varlink.org/Interface-Definition), and compares values with it."""

import dataclasses
import re

TOKEN = re.compile(r"\s+|#[^\n]*|(\[string\]|\[\]|->|[?(),:]|[A-Za-z][\w.-]*)")
SIMPLE = {"bool", "int", "float", "string", "object", "any"}


@dataclasses.dataclass
class Type:
    """`kind` is a simple type's name, or named, struct, enum, array, map, optional."""
    kind: str
    name: str = ""
    of: "Type | None" = None
    fields: "dict[str, Type]" = dataclasses.field(default_factory=dict)
    values: "list[str]" = dataclasses.field(default_factory=list)


class Interface:
    """The types, methods (with input and output) and errors of a description."""

    def __init__(self, text):
        self.tokens, position = [], 0
        while position < len(text):
            match = TOKEN.match(text, position)
            if not match:
                raise ValueError(f"not understood: {text[position:position + 40]!r}")
            if match.group(1):
                self.tokens.append(match.group(1))
            position = match.end()
        self.types, self.methods, self.errors = {}, {}, {}
        self.expect("interface")
        self.name = self.tokens.pop(0)
        while self.tokens:
            word, name = self.tokens.pop(0), self.tokens.pop(0)
            if word == "type":
                self.types[name] = self.type()
            elif word == "error":
                self.errors[name] = self.type()
            elif word == "method":
                given = self.type()
                self.expect("->")
                self.methods[name] = (given, self.type())
            else:
                raise ValueError(f"{word}: not a member")

    def expect(self, token):
        found = self.tokens.pop(0)
        if found != token:
            raise ValueError(f"expected {token}, found {found}")

    def type(self):
        token = self.tokens.pop(0)
        if token == "?":
            return Type("optional", of=self.type())
        if token == "[]":
            return Type("array", of=self.type())
        if token == "[string]":
            return Type("map", of=self.type())
        if token != "(":
            return Type(token) if token in SIMPLE else Type("named", name=token)
        fields, values = {}, []
        while self.tokens[0] != ")":
            name = self.tokens.pop(0)
            if self.tokens[0] == ":":
                self.tokens.pop(0)
                fields[name] = self.type()
            else:
                values.append(name)
            if self.tokens[0] == ",":
                self.tokens.pop(0)
        self.expect(")")
        return Type("enum", values=values) if values else Type("struct", fields=fields)

    def misfit(self, value, type, place=""):
        """Returns a description of the error in `value`; None if it has none."""
        kind = type.kind
        if kind == "named":
            return self.misfit(value, self.types[type.name], place)
        if kind == "optional":
            return None if value is None else self.misfit(value, type.of, place)
        if kind == "struct":
            return self.struct_misfit(value, type, place)
        if kind == "array" and isinstance(value, list):
            found = (self.misfit(item, type.of, f"{place}[{i}]") for i, item in enumerate(value))
            return next((text for text in found if text), None)
        if kind == "map" and isinstance(value, dict):
            found = (self.misfit(item, type.of, f"{place}.{key}") for key, item in value.items())
            return next((text for text in found if text), None)
        is_number = isinstance(value, (int, float)) and not isinstance(value, bool)
        fits = {
            "bool": isinstance(value, bool), "string": isinstance(value, str),
            "int": isinstance(value, int) and is_number, "float": is_number,
            "object": isinstance(value, dict), "any": value is not None,
            "enum": value in type.values,
        }
        return None if fits.get(kind) else f"{place} is {value!r:.80}, which is no {kind}"

    def struct_misfit(self, value, type, place):
        if not isinstance(value, dict):
            return f"{place} is {value!r:.80}, which is no object"
        for name in value:
            if name not in type.fields:
                return f"{place}.{name} is not declared"
        for name, field in type.fields.items():
            if name not in value and field.kind != "optional":
                return f"{place}.{name} is missing"
            text = self.misfit(value[name], field, f"{place}.{name}") if name in value else None
            if text:
                return text
        return None
