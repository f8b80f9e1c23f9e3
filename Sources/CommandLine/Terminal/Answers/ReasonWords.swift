import Vocabulary

/// Reason codes in plain words; a code that is not known here stands for itself.
package enum ReasonWords {
  /// What is the case, as in "it waits: not plugged in".
  package static func state(_ code: String) -> String {
    Reason(rawValue: code)?.traits.state ?? code.visible
  }

  /// What has to come, as in "waits for power".
  package static func need(_ code: String) -> String {
    Reason(rawValue: code)?.traits.need ?? code.visible
  }

  /// Whether nothing but the device holds what waits for these, which may let it start at any moment.
  static func areOfDevice(_ codes: [String]) -> Bool {
    !codes.isEmpty && codes.allSatisfy { Reason(rawValue: $0)?.isOfDevice == true }
  }

  /// The same where the command in it can be typed.
  static func need(_ code: String, on screen: Screen) -> String { screen.told(need(code)) }
}

extension [String] {
  /// `a`, `a and b`, `a, b and c`.
  var enumerated: String {
    guard let last, count > 1 else { return first ?? "" }
    return dropLast().joined(separator: ", ") + " and " + last
  }
}
