import Glibc
import Recording
import Scheduling
import Simulation

/// The cost that `rubatod --record` adds to each event, from days of the phone with and without it.
struct RecordingCost {
  private(set) var microsecondsPerEvent: Double
  private(set) var bytesPerEvent: Double
  private(set) var kilobytesPerDay: Double

  /// - Parameters:
  /// - experiment: The properties of the phone that are the same on all days.
  /// - directory: The directory of the recording, which is removed afterwards.
  init(_ experiment: Experiment, days: Int, in directory: String) throws {
    let path = "\(directory)/rubato-year.\(getpid()).jsonl"
    defer { unlink(path) }
    let settings = experiment.settings
    let recorder = try Recorder(path, limit: 1 << 40, settings: settings) { fatalError($0) }
    let bare = try Self.live(experiment, days) {
      Scheduler.load(Snapshot(), settings: settings, at: $0, bootID: "simulated").0
    }
    let recorded = try Self.live(experiment, days) { RecordedScheduler(settings, recorder, at: $0) }
    precondition(bare.events == recorded.events, "the recorder changes what is decided")
    let events = Double(recorded.events)
    microsecondsPerEvent = (recorded.seconds - bare.seconds) * 1e6 / events
    var status = stat()
    stat(path, &status)
    bytesPerEvent = Double(status.st_size) / events
    kilobytesPerDay = Double(status.st_size) / Double(days) / 1000
  }

  private static func live(
    _ experiment: Experiment, _ days: Int, _ make: (Instant) -> some SchedulerUnderTest
  ) throws -> (seconds: Double, events: Int) {
    var phone = Phone()
    var world = World(experiment, keeping: [], make)
    let steps = phone.live(0..<days)
    let before = processorSeconds()
    try world.play(steps, until: WallTime(day: Phone.firstDay + days))
    return (processorSeconds() - before, world.log.events)
  }
}
