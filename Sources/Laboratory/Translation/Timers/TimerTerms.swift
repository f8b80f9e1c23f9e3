import Terminal

/// The properties of a systemd timer that decide on its request.
package struct TimerTerms: Hashable, Sendable {
  /// The name with its suffix, such as `fstrim.timer`.
  package var name: String
  /// The unit that it starts.
  package var unit: String
  /// The expressions of OnCalendar=.
  package var calendars: [String] = []
  /// The durations of OnUnitActiveSec= and OnUnitInactiveSec=, in seconds.
  package var repeats: [Double] = []
  package var wakesMachine = false
  /// Whether the timer also elapses when the clock or its zone is set.
  package var followsClockChanges = false
  /// The random delay, as it is written; `nil` if there is none.
  package var randomizedDelay: String?
  /// Whether systemd starts it. A timer that is off starts nothing.
  package var isOn = true

  /// The settings for dates and durations.
  private static let triggers: Set = [
    "OnActiveSec", "OnBootSec", "OnStartupSec", "OnUnitActiveSec", "OnUnitInactiveSec",
    "OnCalendar",
  ]

  /// Creates the terms of a timer that systemd has loaded.
  package init(_ timer: TimerFacts) {
    name = timer.name
    unit = timer.unit
    calendars = timer.calendars
    repeats = timer.repeats
    wakesMachine = timer.wakesMachine
    followsClockChanges = timer.followsClockChanges
    if timer.randomizedDelay > 0 { randomizedDelay = DurationText.exact(timer.randomizedDelay) }
    // systemd starts a timer that is enabled but stopped at the next boot.
    isOn = timer.isActive || timer.fileState.hasPrefix("enabled")
  }

  /// Reads the file of a timer (systemd.timer(5)). Later assignments are added. An empty one of a date or a
  /// duration removes all earlier dates and durations.
  ///
  /// - Throws: If a duration is not valid.
  package init(file text: String, name: String) throws(InputError) {
    self.name = name
    unit = name.hasSuffix(".timer") ? name.dropLast(".timer".count) + ".service" : name
    for (key, value) in Self.assignments(text) {
      if value.isEmpty, Self.triggers.contains(key) {
        (calendars, repeats) = ([], [])
        continue
      }
      switch key {
      case "Unit": unit = value
      case "OnCalendar": calendars.append(value)
      case "OnUnitActiveSec", "OnUnitInactiveSec":
        guard let seconds = UnitDuration.seconds(value) else {
          throw InputError(
            "\(key) '\(value.visible)' is not allowed; use a duration, such as 1h 30min")
        }
        repeats.append(seconds)
      case "WakeSystem": wakesMachine = Self.isTrue(value)
      case "OnClockChange", "OnTimezoneChange":
        followsClockChanges = followsClockChanges || Self.isTrue(value)
      case "RandomizedDelaySec":
        randomizedDelay = ["", "0"].contains(value) ? nil : value
      default: break
      }
    }
  }

  /// Whether systemd reads a value as true.
  private static func isTrue(_ value: String) -> Bool {
    ["1", "yes", "true", "on"].contains(value.lowercased())
  }

  /// Returns the assignments of the section `[Timer]`, in their order.
  private static func assignments(_ text: String) -> [(key: String, value: String)] {
    var section = ""
    // The line so far, if it is continued on the next.
    var wholeLine = ""
    var assignments: [(key: String, value: String)] = []
    // systemd ends lines only at these bytes, and at no other character that is a new line to Swift.
    for line in text.utf8.split(whereSeparator: {
      $0 == UInt8(ascii: "\n") || $0 == UInt8(ascii: "\r")
    }) {
      let part = String(Substring(line).drop { $0 == " " || $0 == "\t" })
      if part.hasPrefix("#") || part.hasPrefix(";") { continue }
      // A backslash at the end continues the line.
      wholeLine += part
      if wholeLine.hasSuffix("\\") {
        wholeLine = wholeLine.dropLast() + " "
        continue
      }
      defer { wholeLine = "" }
      if wholeLine.hasPrefix("[") { section = wholeLine }
      guard section == "[Timer]", let equals = wholeLine.utf8.firstIndex(of: UInt8(ascii: "="))
      else { continue }
      assignments.append(
        (
          trimmed(wholeLine[..<equals]), trimmed(wholeLine[wholeLine.utf8.index(after: equals)...])
        ))
    }
    return assignments
  }

  /// Returns the text without blanks at its ends.
  private static func trimmed(_ text: Substring) -> String {
    var text = text.drop { $0.isWhitespace }
    while text.last?.isWhitespace == true { text.removeLast() }
    return String(text)
  }
}
