# Faults that a daemon lives through: the daemon's own step over what is simulated, on one core. Read by
# run.sh.

swarm() {
  progress "living through a hundred seeds of faults"
  local figure value aim
  while IFS=$'\t' read -r figure value aim; do
    row "$figure" "$value" "" "$aim"
  done < <(nice ../../../.build/release/rubato-swarm --rate --jobs 1 --seeds '0..<100')
}
