import Scheduling

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
}

extension [String] {
  /// `a`, `a and b`, `a, b and c`.
  var enumerated: String {
    guard let last, count > 1 else { return first ?? "" }
    return dropLast().joined(separator: ", ") + " and " + last
  }
}
