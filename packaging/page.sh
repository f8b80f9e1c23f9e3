#!/usr/bin/env bash
# page.sh NAME VERSION: prints docs/NAME.md as the page rubato-NAME(5) of the manual.
set -euo pipefail
cd "$(dirname "$0")/.."

name=$1 version=$2
title=$(sed --quiet '1s/^# //p' "docs/$name.md")
printf ".TH \"RUBATO-%s\" 5 \"\" \"Rubato %s\" \"Rubato\"\n.nh\n.ad l\n.SH NAME\nrubato\\-%s \\- %s of Rubato\n" \
  "${name^^}" "$version" "$name" "${title,}"
# Links to other pages lead nowhere in a manual: their text stays. A row of a table is a term with what is said of it, since tables
# are wider than terminals.
rows_as_terms() {
  awk -F '[ ]*[|][ ]*' '
    !/^\|/ { isInTable = 0; print; next }
    !isInTable { isInTable = 1; split($0, heads); next }
    /^\|-/ { next }
    {
      text = ""
      for (column = 3; column < NF; column++) {
        if ($column == "") continue
        isNamed = NF > 4 && heads[column] != "" && heads[column] != "what"
        text = text (text == "" ? "" : "; ") (isNamed ? heads[column] ": " : "") $column
      }
      printf "\n%s\n: %s\n\n", $2, text == "" ? "." : text
    }'
}
sed '1d; s/\[\([^]]*\)\]([^)]*)/\1/g' "docs/$name.md" | rows_as_terms | lowdown -t man --parse-no-metadata - |
  sed '/^\.TH/d'
printf '.SH SEE ALSO\n\\fBrubatoctl\\fR(1),\n\\fBrubatod\\fR(8)\n'
