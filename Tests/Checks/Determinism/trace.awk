# Prints a trace of eight days of a busy phone. The script has its own random number generator, so that the trace is
# equal on all machines.
function chance() { state = (state * 16807) % 2147483647; return state / 2147483647 }
function line(t, members) { printf "%d\t{\"t\": %d, %s}\n", t, t, members }
BEGIN {
  state = 20260105
  for (day = 0; day < 8; day++) {
    midnight = 1767571200 + day * 86400
    left = midnight + 6.5 * 3600 + int(chance() * 5400)
    line(left, "\"ev\": \"charging\", \"on\": false")
    line(left + 60, "\"ev\": \"network\", \"net\": \"wwan\"")
    line(left + 36000, "\"ev\": \"network\", \"net\": \"wifi\"")
    for (level = 95; level > 15; level -= 5)
      line(left + (100 - level) * 550, "\"ev\": \"battery\", \"level\": " level)
    line(midnight + 22.5 * 3600 + int(chance() * 3600), "\"ev\": \"charging\", \"on\": true")
    for (visit = 0; visit < 60; visit++) {
      at = left + int(chance() * 55000)
      app = int(25 * chance() * chance())
      line(at, "\"ev\": \"screen\", \"on\": true, \"locked\": false")
      line(at + 1, "\"ev\": \"open\", \"app\": \"app" app "\"" (visit % 7 ? "" : ", \"res\": 3600"))
      line(at + 2 + int(chance() * 300), "\"ev\": \"screen\", \"on\": false")
    }
  }
}
