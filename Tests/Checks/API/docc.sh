#!/usr/bin/env bash
# Checks that the whole public API of a module is documented, and that DocC reports no warning.
#
# usage: docc.sh MODULE [DIRECTORY]   writes the documentation to DIRECTORY, if it is given
set -euo pipefail
# A relative path is relative to the directory of the caller.
module=$1 output=${2:+$(realpath -m "$2")}
[[ -z $output ]] || mkdir -p "$(dirname "$output")"
source "$(dirname "$0")/module.sh"

# The articles of the module.
catalog=Sources/$module/$module.docc
[[ -d $catalog ]] || catalog=

status=0
python3 "$tests/documented.py" "$graphs"/*.json || status=1
docc convert ${catalog:+"$catalog"} --additional-symbol-graph-dir "$graphs" --fallback-display-name "$module" \
  --fallback-bundle-identifier "io.rubato.$module" --warnings-as-errors \
  --output-dir "${output:-$work/$module.doccarchive}" > "$work/docc.txt" 2>&1 ||
  { cat "$work/docc.txt" >&2; status=1; }
if ((status)); then
  echo "The documentation of $module is not complete; see the messages above." >&2
  exit 1
fi
echo "The documentation of $module is complete, and DocC reports no warning."
