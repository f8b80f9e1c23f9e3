# Measures simulated faults with the daemon's own step, on one core. Sourced by run.sh.

swarm() {
  progress "simulating a hundred seeds of faults"
  local figure value aim
  while IFS=$'\t' read -r figure value aim; do
    row "$figure" "$value" "" "$aim"
  done < <(nice ../../../.build/release/rubato-swarm --rate --jobs 1 --seeds '0..<100')
}
