// Measures the speed of the core with a year of one phone, the memory of ten years compared with one, and the cost of
// recording. Prints a row for each figure, with tabs between the columns.
import Glibc
import Scheduling
import Simulation

/// The largest memory of the process, in megabytes (ru_maxrss of getrusage(2) is in kilobytes).
func peakMegabytes() -> Double {
  var usage = rusage()
  getrusage(RUSAGE_SELF.rawValue, &usage)
  return Double(usage.ru_maxrss) / 1000
}

/// The processor time of the process, in seconds.
func processorSeconds() -> Double { Double(clock()) / Double(CLOCKS_PER_SEC) }

/// Prints a row for the table of `make bench`, with tabs between the columns.
func row(_ figure: String, _ value: Double, _ aim: String) {
  print("\(figure)\t\((value * 100).rounded() / 100)\t\(aim)")
}

let years = CommandLine.arguments.dropFirst().first.flatMap { Int($0) } ?? 10

var phone = Phone()
let workload = UsualWorkload().workload(apps: Phone.apps)
let starts = WallTime(day: Phone.firstDay)
let experiment = Experiment(
  timeline: Timeline(steps: [], apps: phone.names, starts: starts, ends: starts),
  workload: workload, settings: Settings().withRefreshes(perDay: 48), seed: 1)
var world = World(experiment, keeping: [], experiment.scheduler)

/// Returns the duration of the days, in seconds.
@MainActor func live(_ days: Range<Int>) throws -> Double {
  // The events of a day are generated before the measurement. One day at a time limits the memory.
  var seconds = 0.0
  for day in days {
    let steps = phone.live(day..<day + 1)
    let before = processorSeconds()
    try world.play(steps, until: WallTime(day: Phone.firstDay + day + 1))
    seconds += processorSeconds() - before
  }
  return seconds
}

let seconds = try live(0..<365)
let events = world.log.events
row("a year of a phone with 200 apps, s", seconds, "under 1")
row("events of it a second", Double(events) / seconds, "")
row("peak memory after a year, MB", peakMegabytes(), "")
_ = try live(365..<years * 365)
row("peak memory after \(years) years, MB", peakMegabytes(), "as after one")
precondition(world.log.refusals.isEmpty, "refused: \(world.log.refusals)")

let cost = try RecordingCost(experiment, days: 60, in: "/var/tmp")
row("recording: processor time an event, us", cost.microsecondsPerEvent, "")
row("recording: bytes an event", cost.bytesPerEvent, "")
row("recording: kB a day of the phone", cost.kilobytesPerDay, "")
