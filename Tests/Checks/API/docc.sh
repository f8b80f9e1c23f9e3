#!/usr/bin/env bash
# Sees that all of the public API of a module is documented, and that DocC has nothing to say against it.
#
# usage: docc.sh MODULE [DIRECTORY]   where the documentation goes; without it, nowhere
set -euo pipefail
# A path from where the caller is.
module=$1 output=${2:+$(realpath -m "$2")}
[[ -z $output ]] || mkdir -p "$(dirname "$output")"
source "$(dirname "$0")/module.sh"

# What the module has beside its symbols: articles.
catalog=Sources/$module/$module.docc
[[ -d $catalog ]] || catalog=

status=0
python3 "$tests/documented.py" "$graphs"/*.json || status=1
docc convert ${catalog:+"$catalog"} --additional-symbol-graph-dir "$graphs" --fallback-display-name "$module" \
  --fallback-bundle-identifier "io.rubato.$module" --warnings-as-errors \
  --output-dir "${output:-$work/$module.doccarchive}" > "$work/docc.txt" 2>&1 ||
  { cat "$work/docc.txt" >&2; status=1; }
if ((status)); then
  echo "The documentation of $module has gaps: see above." >&2
  exit 1
fi
echo "The documentation of $module is complete, and DocC takes it without a warning."
