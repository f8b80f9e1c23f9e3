import Control
import Vocabulary

/// The state of the daemon that `top` shows, as it was read at one moment.
package struct TopContent: Sendable {
  /// The daemon's time at that moment.
  package let now: WallTime
  /// Seconds of the daemon's clock per second; 0 if its clock stands still.
  package let rate: Double
  /// The current runs, the oldest first.
  let running: [RunInfo]
  /// The waiting requests, in the order of `list`.
  let waiting: [RequestInfo]
  /// The ended runs, the last end first.
  let ended: [RunInfo]
  /// The lines of each section, in the order of `TopEntry.Section`. Made once: a key reads them several times.
  private let entriesOfSections: [[TopEntry]]
  /// The requests with a current run.
  private let requestsOfRuns: [RequestInfo]
  /// The pauses and problems of the daemon.
  let notes: [Table.Cell]
  /// The counts of requests that need attention: `1 overdue, 2 failed`; empty if there are none.
  let troubles: String

  /// Sorts the runs and requests into the sections of the screen, and collects the notes above them.
  ///
  /// - Parameters:
  ///   - list: The queued requests.
  ///   - runs: Runs, newest first.
  ///   - rate: Seconds of the daemon's clock per second.
  ///   - localTime: Returns the local time of a moment.
  ///   - userName: Returns the name of a uid.
  package init(
    _ status: Status.Reply, _ list: List.Reply, _ runs: [RunInfo], rate: Double = 1,
    localTime: @escaping @Sendable (WallTime) -> CivilTime, userName: (Int64) -> String
  ) {
    now = UniversalTime.parse(status.now) ?? WallTime(seconds: 0)
    self.rate = rate
    running = runs.filter { $0.end == nil }.sorted { $0.run < $1.run }
    ended = runs.filter { $0.end != nil }
      .sorted { ($0.end ?? "", $0.run) > ($1.end ?? "", $1.run) }
    waiting = list.requests.filter { $0.state != "running" }
    requestsOfRuns = list.requests.filter { $0.state == "running" }
    entriesOfSections = [
      running.map { TopEntry(.running, $0) }, waiting.map { TopEntry(waiting: $0) },
      ended.map { TopEntry(.ended, $0) },
    ]
    let clock = WallClock(now: now, localTime: localTime)
    let storeNote = status.storeError.map {
      Table.Cell("Not written: \($0); rubatod accepts and starts nothing.", .bad)
    }
    let clockNote =
      status.simulated && rate == 0
      ? Table.Cell("The clock is stopped; `rubatoctl clock advance 1m` advances it.", .warning)
      : nil
    notes =
      [storeNote, clockNote].compactMap(\.self)
      + status.pauses.map {
        Table.Cell("Paused: \(PauseText.line($0, clock, userName))", .warning)
      } + status.warnings.map { Table.Cell("Warning: \(clock.withLocalTimes($0))", .warning) }
    let troubleCounts = [
      (count: status.overdue.count, word: "overdue"), (count: status.failed.count, word: "failed"),
      (count: status.quarantined.count, word: "quarantined"),
    ]
    troubles = troubleCounts.filter { $0.count > 0 }.map { "\($0.count) \($0.word)" }
      .joined(separator: ", ")
  }

  /// Whether the limit of read runs left out a current one, so that more must be read. `list` counts all current runs.
  package static func lacksRuns(_ runs: [RunInfo], _ list: List.Reply) -> Bool {
    runs.count { $0.end == nil } < list.running
  }

  /// Returns the queued request of a run; `nil` if it was cancelled or submitted again.
  func request(of run: RunInfo) -> RequestInfo? {
    requestsOfRuns.first { $0.run == run.run }
  }

  /// Returns the lines of a section.
  func entries(in section: TopEntry.Section) -> [TopEntry] {
    entriesOfSections[section.rawValue]
  }

  /// Whether the request of an entry is paused, or its run is frozen by a pause.
  func isPaused(_ entry: TopEntry) -> Bool {
    let request = (waiting + requestsOfRuns).first {
      TopEntry(waiting: $0).isOfSameRequest(as: entry)
    }
    return request.map { $0.reasons.contains("paused") || $0.frozenBy == "paused" } ?? false
  }
}
