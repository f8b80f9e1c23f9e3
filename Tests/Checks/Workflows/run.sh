#!/usr/bin/env bash
# Checks the workflow files of this tree and of its examples with GitHub's schema. Also checks that the files, targets
# and schemes in their commands and in descriptions of Xcode projects exist.
set -euo pipefail
cd "$(dirname "$0")/../../.."
source Tests/Checks/Workflows/linter.sh
has_linter

shopt -s nullglob
workflows=(.github/workflows/*.yml Examples/*/.github/workflows/*.yml)
"$venv/bin/check-jsonschema" --builtin-schema vendor.github-workflows "${workflows[@]}"
"$venv/bin/python" Tests/Checks/Workflows/names.py . "${workflows[@]}" Examples/*/*/project.yml
