import Simulation
import Studies
import Terminal

/// The figures of translated work requests, for people.
enum WorkRequestText {
  /// Returns a line for each request: its longest time without a success (or the time until one-time work was done),
  /// and the constraints that held it, the longest first; or why it never ran.
  static func lines(_ requests: [WorkRequestFigures], on screen: Screen) -> [String] {
    var lines = KeyValueLines()
    for request in requests {
      lines.add(request.name, request.runs == 0 ? neverRan(request) : ran(request))
    }
    return lines.lines(on: screen)
  }

  /// Returns the success of a request that ran, and the constraints that held it for a second or more.
  private static func ran(_ request: WorkRequestFigures) -> String {
    let success =
      request.longestGapSeconds.map { "longest gap \(DurationText.exact($0))" }
      ?? request.doneAfterSeconds.map { "done after \(DurationText.exact($0))" } ?? "not done"
    let held = request.constraints.filter { $0.heldSeconds >= 1 }
      .sorted { $0.heldSeconds > $1.heldSeconds }
      .map { "\($0.name) for \(DurationText.exact($0.heldSeconds))" }
    return held.isEmpty ? success : "\(success); held by \(held.joined(separator: ", "))"
  }

  /// Returns the reason why a request never ran, as far as it is known.
  private static func neverRan(_ request: WorkRequestFigures) -> String {
    let neverMet = request.constraints.filter(\.isNeverMet).map(\.name)
    if !neverMet.isEmpty {
      return "never ran: this device never meets \(neverMet.joined(separator: " and "))"
    }
    if request.isNeverUnblocked { return "never ran: its prerequisites never succeeded" }
    if request.isNeverReady {
      let names = request.constraints.map(\.name).joined(separator: " and ")
      return "never ran: this device never meets \(names) at the same time"
    }
    return "never ran"
  }

  /// Returns a line for each correction and loss of the translation.
  static func notes(_ report: ScenarioReport) -> [String] {
    report.notes.lines.map(\.visible)
  }
}
