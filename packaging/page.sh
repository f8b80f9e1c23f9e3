#!/usr/bin/env bash
# page.sh NAME VERSION: prints docs/NAME.md as the manual page rubato-NAME(5).
set -euo pipefail
cd "$(dirname "$0")/.."

name=$1 version=$2
documents=/usr/share/doc/rubato/docs
title=$(sed --quiet '1s/^# //p' "docs/$name.md")
printf ".TH \"RUBATO-%s\" 5 \"\" \"Rubato %s\" \"Rubato\"\n.nr HY 0\n.ad l\n.SH NAME\nrubato\\-%s \\- %s of Rubato\n" \
  "${name^^}" "$version" "$name" "${title,}"
# Prints the names of the other documents that the page links to.
referred() {
  grep --only-matching '](\([a-z-]*\)\.md[#)]' "docs/$name.md" | sed 's/](\(.*\).$/\1/' | sort --unique |
    grep --invert-match --line-regexp --regexp="$name.md" --regexp=tasks.md --regexp=policy.md || true
}
# Converts headings of the second level to sections. A link whose text is a file name becomes the name of the manual
# page or the path of the document. Other links become their text.
as_manual() {
  sed '1d; s/^## \(.*\)/# \U\1/; s/^### /## /' |
    sed 's/\[\(tasks\|policy\)\.md\]([^)]*)/rubato-\1(5)/g
      s|\[\([a-z-]*\.md\)\]([^)]*)|'"$documents"'/\1|g; s/\[\([^]]*\)\]([^)]*)/\1/g'
}
# Converts each row of a table to a term and its description, since tables are wider than terminals. The description has
# first the columns without a heading, then the other columns, each after its heading.
rows_as_terms() {
  awk -F '[ ]*[|][ ]*' '
    !/^\|/ { isInTable = 0; print; next }
    !isInTable { isInTable = 1; split($0, heads); next }
    /^\|-/ { next }
    {
      text = named = ""
      for (column = 3; column < NF; column++) {
        if ($column == "") continue
        head = heads[column] == "unless given" ? "default" : heads[column]
        if (NF <= 4 || head == "" || head == "what" || $column ~ /^required/) {
          text = text (text == "" ? "" : "; ") $column
        } else {
          named = named "; " head ": " $column
        }
      }
      text = text named
      sub(/^; /, "", text)
      printf "\n%s\n: %s\n\n", $2, text == "" ? "." : text
    }'
}
printf '.SH DESCRIPTION\n'
as_manual <"docs/$name.md" | rows_as_terms | lowdown -t man --parse-no-metadata - |
  sed '/^\.TH/d; s/\\fC/\\fB/g' |
  sed --null-data 's/\.LP\n\([^\n]*\)\n\.if n \\\n\.sp -1v\n\.if t \\\n\.sp -0\.25v\n\.IP "" 5n\n/.TP 5n\n\1\n/g'
printf '.SH SEE ALSO\n'
for page in tasks policy; do
  [[ $page == "$name" ]] || printf '\\fBrubato\\-%s\\fR(5),\n' "$page"
done
printf '\\fBrubatoctl\\fR(1),\n\\fBrubato\\fR(7),\n\\fBrubatod\\fR(8)\n'
for document in $(referred); do
  printf '.br\n%s/%s\n' "$documents" "$document"
done
