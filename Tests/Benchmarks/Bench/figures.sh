# Functions for figures of several measurements. Sourced.

# median_and_worst: prints the median and the maximum of the numbers on standard input, such as `0.31 / 4.2`; a dash if
# there are none.
median_and_worst() {
  sort --general-numeric-sort |
    awk '{ all[NR] = $1 } END { if (NR) printf "%.2f / %.1f", all[int((NR + 1) / 2)], all[NR]; else printf "-" }'
}
