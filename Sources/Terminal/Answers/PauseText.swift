import Control

/// What is said of a pause.
package enum PauseText {
  /// `all requests, by root since 12:03, until 18:00`.
  ///
  /// - Parameter userName: The name of a uid.
  package static func line(
    _ pause: PauseInfo, _ clock: WallClock, _ userName: (Int64) -> String
  ) -> String {
    var words = "\(scope(pause, userName)), by \(pause.byName) since \(clock.date(pause.since))"
    if let until = pause.until { words += ", until \(clock.date(until))" }
    if pause.untilRestart { words += ", until rubatod is started again" }
    switch pause.runs {
    case "stop": words += "; runs are stopped"
    case "freeze": words += "; runs are frozen"
    default: break
    }
    return words
  }

  private static func scope(_ pause: PauseInfo, _ userName: (Int64) -> String) -> String {
    var words = pause.ids.isEmpty ? "all requests" : pause.ids.joined(separator: ", ")
    if !pause.kinds.isEmpty { words += " of kind \(pause.kinds.joined(separator: " or "))" }
    if let app = pause.app { words += " of app \(app)" }
    if let owner = pause.owner { words += " of \(userName(owner))" }
    return words
  }

  /// All that hold, a line each.
  package static func lines(
    _ pauses: [PauseInfo], _ clock: WallClock, _ userName: (Int64) -> String
  ) -> [String] {
    pauses.isEmpty
      ? ["Nothing is paused."] : pauses.map { "Paused: \(line($0, clock, userName))" }
  }
}
