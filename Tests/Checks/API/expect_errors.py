#!/usr/bin/env python3
"""Compares the errors of a compiler with the expected errors in comments such as `// error: cannot assign`.

usage: expect_errors.py SOURCE MESSAGES

Exits with 1 unless exactly the lines with such a comment have errors, and an error of each line contains the words.
"""
import re
import sys

source, messages = sys.argv[1:]
file = source.split("/")[-1]
expected = {
    number: line.split("// error: ")[1].strip()
    for number, line in enumerate(open(source), 1) if "// error: " in line
}
reported, sentences = {}, []
for line in open(messages):
    if found := re.match(r"([^:]*):(\d+):(?:\d+:)? error: (.*)", line):
        if found[1].split("/")[-1] == file:
            reported.setdefault(int(found[2]), []).append(found[3])
        else:
            sentences.append(f"The compiler found something else: {line.strip()}")
for number in sorted(expected.keys() | reported.keys()):
    place, errors = f"{file}:{number}", reported.get(number, [])
    if number not in expected:
        sentences.append(f"{place} has an unexpected error: {errors[0]}")
    elif not errors:
        sentences.append(f"{place} compiles, and must not: {expected[number]}")
    elif not any(expected[number] in error for error in errors):
        sentences.append(f"{place} has another error than '{expected[number]}': {errors[0]}")
if not expected:
    sentences.append(f"{file} has no comment with an expected error.")
print("\n".join(sentences or [f"{file}: all {len(expected)} expected errors were found."]))
sys.exit(1 if sentences else 0)
