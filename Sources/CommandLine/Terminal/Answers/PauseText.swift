import Control
import Vocabulary

/// The text about pauses.
package enum PauseText {
  /// Describes a pause: `all requests, by root since 12:03, until 18:00`.
  ///
  /// - Parameter userName: Returns the name of a uid.
  package static func line(
    _ pause: PauseInfo, _ clock: WallClock, _ userName: (Int64) -> String
  ) -> String {
    var words = "\(scope(pause, userName)), by \(pause.byName) since \(clock.date(pause.since))"
    if let until = pause.until { words += ", until \(clock.date(until))" }
    if pause.untilRestart { words += ", until rubatod is restarted" }
    switch pause.runs {
    case "stop": words += "; runs are stopped"
    case "freeze": words += "; runs are frozen"
    default: break
    }
    return words
  }

  /// Describes the paused requests: `all requests of kind refresh or push of app com.example.mail`.
  private static func scope(_ pause: PauseInfo, _ userName: (Int64) -> String) -> String {
    var words = pause.ids.isEmpty ? "all requests" : pause.ids.joined(separator: ", ")
    if !pause.kinds.isEmpty { words += " of kind \(pause.kinds.joined(separator: " or "))" }
    if let group = pause.group { words += " of group \(group.visible)" }
    if let app = pause.app { words += " of app \(app)" }
    if let owner = pause.owner { words += " of \(userName(owner))" }
    return words
  }

  /// The largest number of requests to name.
  private static let mostNamed = 5

  /// Returns a sentence on the paused requests whose runs continue, with the commands to stop or freeze them; empty if
  /// there are no such runs.
  package static func lines(continuing running: [RequestInfo], on screen: Screen) -> [String] {
    guard !running.isEmpty else { return [] }
    let names = running.map(\.name.visible).enumerated(first: mostNamed)
    let (pronoun, verb) = running.count == 1 ? ("it", "continues") : ("them", "continue")
    return [
      screen.wrap(
        "\(names) \(verb); \(screen.command("stop ID")) or --stop-running stops \(pronoun),"
          + " --freeze-running freezes \(pronoun).")
    ]
  }

  /// Returns the answer to `resume`.
  ///
  /// - Parameter remaining: The pauses that are still in effect, such as those of other users; each has a line.
  package static func lines(
    afterResuming remaining: [PauseInfo], _ clock: WallClock, _ userName: (Int64) -> String
  ) -> [String] {
    remaining.isEmpty
      ? ["Resumed. No requests are paused."]
      : ["Resumed."] + remaining.map { "Still paused: \(line($0, clock, userName))" }
  }

  /// Returns a line for each pause in effect, or one line that there are none.
  package static func lines(
    _ pauses: [PauseInfo], _ clock: WallClock, _ userName: (Int64) -> String
  ) -> [String] {
    pauses.isEmpty
      ? ["No requests are paused."] : pauses.map { "Paused: \(line($0, clock, userName))" }
  }
}
