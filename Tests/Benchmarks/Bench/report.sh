# Measures the page of a simulation, whose time should depend only on its size, and not on the number of apps. Sourced
# by run.sh.

# many_apps COUNT: prints two days of a phone with COUNT apps, each of which is opened about once a day.
many_apps() {
  cat <<END
name: many apps
start: 2026-03-02T00:00
end: 2d
device:
  battery: {level: 90, rescued-at: 12}
  charger: [{from: "22:45", until: "06:45"}]
  places: {home: {network: wifi}}
apps:
  - name: app
    count: $1
    opens: [{times: $1, between: 06:50 to 23:00, stays: 20s to 4m}]
    tasks: [{id: refresh, kind: refresh, resubmits: 15m, work: {length: 2s to 8s}}]
END
}

report() {
  progress "making pages of simulations"
  local count seconds bytes aim=
  for count in 150 600; do
    many_apps "$count" >"$work/many.yaml"
    seconds=$(TIMEFORMAT=%U; { time rubatoctl simulate "$work/many.yaml" --report "$work/many.html" >/dev/null; } 2>&1)
    bytes=$(stat --format=%s "$work/many.html")
    row "page of $count apps: processor s, s for each MB" \
      "$(awk -v s="$seconds" -v b="$bytes" 'BEGIN { printf "%.2f, %.2f", s, s / b * 1e6 }')" "" "$aim"
    aim='at most twice'
  done
}
