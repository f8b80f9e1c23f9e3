// Texts that are no calendar event, or another one than was probably meant.
extension CalendarEvent {
  /// Returns the events to use instead of `text`, which is none, for a refusal: the one that was probably meant, or
  /// examples.
  package static func allowed(for text: String) -> String {
    let words = text.split(separator: " ")
    if let meant = event(forShorthandWithTime: words) {
      return "'\(meant)', since \(words[0].lowercased()) has a time of day itself"
    }
    if let translation = advice(forCrontabEntry: words) { return translation }
    if let rule = words.lazy.compactMap(TimeNotation.brokenRule(ofTimeOfDay:)).first {
      return "\(rule), such as 'Mon..Fri 09:00'"
    }
    return events(forListOfTimes: text).map(quotedList) ?? allowed
  }

  /// Returns advice for the five fields of a crontab entry: the event if it is a daily one, or else the verb that
  /// translates it. `nil` for other words.
  private static func advice(forCrontabEntry words: [Substring]) -> String? {
    let areFields = words.allSatisfy { word in
      word.allSatisfy { $0.isNumber || "*,-/".contains($0) }
    }
    guard words.count == 5, areFields else { return nil }
    if let minute = Int(words[0]), let hour = Int(words[1]), words[2...].allSatisfy({ $0 == "*" }),
      (0...59).contains(minute), (0...23).contains(hour)
    {
      let digits = [hour, minute].map { ($0 < 10 ? "0" : "") + String($0) }
      return "'\(digits.joined(separator: ":"))', since this is an entry of a crontab"
    }
    return "a calendar event, such as 'Mon..Fri 09:00'; `rubatoctl import --crontab FILE --dry-run`"
      + " translates entries of a crontab"
  }

  /// Returns the event for a shorthand that is followed by a time of day: `*-*-* 09:00` for `daily 9:00`; `nil` for
  /// other words.
  private static func event(forShorthandWithTime words: [Substring]) -> String? {
    guard words.count > 1, let event = shorthands[words[0].lowercased()] else { return nil }
    let date = event == "00:00" ? "*-*-*" : event.replacing(" 00:00", with: "")
    let time = words[1]
    let hasOneDigit = time.prefix(while: \.isNumber).count == 1
    let paddedTime = hasOneDigit ? "0\(time)" : String(time)
    let wordsAfterTime = words.dropFirst(2).map { " \($0)" }.joined()
    let text = "\(date) \(paddedTime)\(wordsAfterTime)"
    // A shorthand such as `hourly` has times of day of its own.
    guard time.contains(":"), !date.contains(":"), CalendarEvent(text) != nil else { return nil }
    return text
  }

  /// Returns the events for a list of times of day, such as `09:00,17:00`: one event with a list of hours if the
  /// minutes are equal, or else one for each time. `nil` for other text.
  private static func events(forListOfTimes text: String) -> [String]? {
    var words = text.split(separator: " ").map { String($0) }
    guard let indexOfTimes = words.firstIndex(where: { $0.contains(":") }) else { return nil }
    // Each time of day as its hour and its minute.
    let times = words[indexOfTimes].split(separator: ",").map { $0.split(separator: ":") }
    let areTimes = times.allSatisfy { time in
      time.count == 2 && time.allSatisfy { $0.allSatisfy(\.isNumber) }
    }
    guard times.count > 1, areTimes else { return nil }
    var timesOfEvents = times.map { $0.joined(separator: ":") }
    let (hours, minutes) = (times.map { $0[0] }, times.map { $0[1] })
    if Set(minutes).count == 1 {
      timesOfEvents = ["\(hours.joined(separator: ",")):\(minutes[0])"]
    }
    let events = timesOfEvents.map { time in
      words[indexOfTimes] = time
      return words.joined(separator: " ")
    }
    return events.allSatisfy { CalendarEvent($0) != nil } ? events : nil
  }

  /// Returns events in quotes for a sentence: `'09,17:00'`, or `several events: '09:00' and '17:30'`.
  private static func quotedList(_ events: [String]) -> String {
    let names = events.map { "'\($0)'" }.joined(separator: " and ")
    return events.count == 1 ? names : "several events: \(names)"
  }

  /// The warning that the event has other times of day than it seems to have, with the events to use instead: systemd
  /// reads `09:00,17:00` as 09:00:00 and 09:17:00. `nil` for other events.
  package var warning: String? {
    guard let meant = Self.events(forListOfTimes: text),
      let time = text.split(separator: " ").first(where: { $0.contains(":") })
    else { return nil }
    // The hour, the minutes and the second.
    let fields = time.split(separator: ":")
    guard fields.count == 3 else { return nil }
    let times = fields[1].split(separator: ",").map { "\(fields[0]):\($0):\(fields[2])" }
    return "'\(text)' means \(times.joined(separator: " and ")), as in systemd; for these times of"
      + " day, use \(Self.quotedList(meant))"
  }
}
