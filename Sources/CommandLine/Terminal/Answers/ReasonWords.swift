import Control
import Vocabulary

/// Reason codes in plain words; an unknown code is returned as it is.
package enum ReasonWords {
  /// Returns the state that delays a request, as in "it waits: not plugged in".
  package static func state(_ code: String) -> String {
    Reason(rawValue: code)?.traits.state ?? code.visible
  }

  /// Returns the state that a request needs, as in "waits for power".
  package static func need(_ code: String) -> String {
    Reason(rawValue: code)?.traits.need ?? code.visible
  }

  /// Whether only the device delays a request with these reason codes. Such a request may start at any moment, so lists
  /// show a forecast in place of a date.
  static func areOfDevice(_ codes: [String]) -> Bool {
    !codes.isEmpty && codes.allSatisfy { Reason(rawValue: $0)?.isOfDevice == true }
  }

  /// Returns the need of a request that waits for `cause`, as in "waits for backup to complete". An older daemon does
  /// not name the awaited requests.
  static func need(_ cause: CauseInfo, on screen: Screen) -> String {
    guard let awaited = cause.awaited else { return need(cause.reason, on: screen) }
    return AwaitedRequests(toComplete: awaited.toComplete, toEnd: awaited.toEnd).need.visible
  }

  /// Returns the need with a command that can be typed.
  static func need(_ code: String, on screen: Screen) -> String { screen.daemonText(need(code)) }
}
