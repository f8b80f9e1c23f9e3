import Control
import Scheduling

/// The sleeps of app processes on a simulated clock, and the runs that only sleep.
///
/// A run whose sleep has ended, or that was sent an expiration, has work to do. It reports nothing until it sleeps
/// again or cancels a sleep. Until then it is awake, for at most `longestWakeNanoseconds`: a run with another sleep may
/// begin no new one. A run that has begun a sleep may begin another in parallel, within `settlingNanoseconds`.
///
/// `EngineTime` skips time on the simulated clock only while all runs sleep. A parameter `real` is the present real
/// awake time in nanoseconds, since a run reacts in real time.
struct AppSleeps {
  struct ID: Hashable {
    var process: RunID
    /// The number that the process chose.
    var number: Int64
  }

  private struct Sleep {
    var ends: WallTime
    var run: RunID?
  }

  /// The events sent to a run, each of which it must react to before it counts as asleep.
  private struct AwakeRun {
    var unansweredEvents = 0
    /// The end of the awake time, in real awake nanoseconds.
    var awakeUntil: Int64 = 0
  }

  /// Maximum number of sleeps of one process.
  static let mostPerProcess = 4096
  private static let longestWakeNanoseconds: Int64 = 100_000_000
  private static let settlingNanoseconds: Int64 = 10_000_000

  private var sleeps: [ID: Sleep] = [:]
  private var awakeRuns: [RunID: AwakeRun] = [:]

  /// The end of the first sleep; `nil` if there is none.
  var next: WallTime? { sleeps.values.map(\.ends).min() }

  /// Records that a process sleeps until `ends`, and that its run has reported. Throws a refusal if the process has too
  /// many sleeps.
  ///
  /// - Parameters:
  ///   - run: The run that sleeps; `nil` if the process sleeps outside of runs.
  ///   - real: Real awake time in nanoseconds.
  mutating func begin(
    _ id: ID, of run: RunID?, until ends: WallTime, real: Int64
  ) throws(Refusal) {
    guard sleeps.keys.count(where: { $0.process == id.process }) < Self.mostPerProcess else {
      throw Refusal(
        .limit, field: "sleep", value: String(id.number),
        message:
          "process \(id.process) has reached the limit of \(Self.mostPerProcess) sleeps per process"
      )
    }
    sleeps[id] = Sleep(ends: ends, run: run)
    // A run that begins to sleep has reacted to an event that it was sent.
    if let run { recordReaction(of: run, real: real) }
  }

  /// Removes a sleep that its process has cancelled. If a run slept, notes that the run has reported at the real awake
  /// time `real`, in nanoseconds.
  mutating func end(_ id: ID, real: Int64) {
    guard let run = sleeps.removeValue(forKey: id)?.run else { return }
    recordReaction(of: run, real: real)
  }

  /// Removes and returns the sleeps that have ended at `now`, in the order of their ends. Marks their runs as awake,
  /// and forgets runs that have been awake for long enough.
  mutating func removeDue(at now: WallTime, real: Int64) -> [ID] {
    awakeRuns = awakeRuns.filter { $0.value.awakeUntil > real }
    let due = sleeps.filter { $0.value.ends <= now }
    for (id, sleep) in due {
      sleeps[id] = nil
      if let run = sleep.run { wake(run, real: real) }
    }
    return due.sorted { ($0.value.ends, $0.key.number) < ($1.value.ends, $1.key.number) }.map(\.key)
  }

  /// Marks a run as awake for at most `longestWakeNanoseconds`, because it was sent one more event to act on.
  mutating func wake(_ run: RunID, real: Int64) {
    awakeRuns[run, default: AwakeRun()].unansweredEvents += 1
    awakeRuns[run]?.awakeUntil = real + Self.longestWakeNanoseconds
  }

  /// Removes a process that no longer exists.
  mutating func forget(_ process: RunID) {
    sleeps = sleeps.filter { $0.key.process != process }
  }

  /// Returns the moment from which all `runs` are asleep, in real awake nanoseconds: `.max` if a run has reported no
  /// sleep, and may therefore be working; `nil` if all are asleep now.
  func endOfAwakeTime(of runs: [RunID]) -> Int64? {
    let runsWithSleep = Set(sleeps.values.compactMap(\.run))
    guard runs.allSatisfy(runsWithSleep.contains) else { return .max }
    return runs.compactMap { awakeRuns[$0]?.awakeUntil }.max()
  }

  /// Records that `run` has begun or cancelled a sleep, as its reaction to one of the events that it was sent. After
  /// the last reaction, the run stays awake only for `settlingNanoseconds`.
  private mutating func recordReaction(of run: RunID, real: Int64) {
    var awakeRun = awakeRuns[run] ?? AwakeRun()
    awakeRun.unansweredEvents = max(0, awakeRun.unansweredEvents - 1)
    if awakeRun.unansweredEvents == 0 { awakeRun.awakeUntil = real + Self.settlingNanoseconds }
    awakeRuns[run] = awakeRun
  }
}
