import Vocabulary

/// What time it is where the answer is read, so that a moment can be said as people say it.
package struct WallClock: Sendable {
  /// The daemon's now: its clock may be simulated.
  package let now: WallTime
  private let civil: @Sendable (WallTime) -> CivilTime

  /// - Parameter civil: What a wall clock shows at a moment.
  package init(now: WallTime, civil: @escaping @Sendable (WallTime) -> CivilTime) {
    self.now = now
    self.civil = civil
  }

  /// `18:00` today, `Fri 18:00` within a week, else `2 Mar 18:00`, with the year where it is another.
  package func date(_ moment: WallTime) -> String {
    let (then, today) = (civil(moment), civil(now))
    let days = then.dayNumber - today.dayNumber
    if days == 0 { return then.timeText }
    if abs(days) < 7 { return "\(then.weekdayText) \(then.timeText)" }
    let year = then.year == today.year ? "" : " \(then.year)"
    return "\(then.dayText)\(year) \(then.timeText)"
  }

  /// `07:00:12`.
  package func time(_ moment: WallTime) -> String {
    let time = civil(moment)
    return "\(time.timeText):\(twoDigits(time.second))"
  }

  /// `Mon 2 Mar 2026`.
  package func day(_ moment: WallTime) -> String {
    let day = civil(moment)
    return "\(day.weekdayText) \(day.dayText) \(day.year)"
  }

  /// `in 3 h`, `5 min ago`, `now`; rounded to the nearest.
  package func relative(_ moment: WallTime) -> String {
    let distance = (moment - now).seconds
    guard abs(distance) >= 0.5 else { return "now" }
    let length = DurationText.rough(abs(distance))
    return distance > 0 ? "in \(length)" : "\(length) ago"
  }

  /// `Fri 18:00 (in 3 d)`.
  package func full(_ moment: WallTime) -> String {
    "\(date(moment)) (\(relative(moment)))"
  }
}

// MARK: - Times of replies

extension WallClock {
  /// The same of an RFC 3339 text; the text itself if it is none.
  package func date(_ text: String) -> String { say(text, date) }
  package func time(_ text: String) -> String { say(text, time) }
  package func day(_ text: String) -> String { say(text, day) }
  package func relative(_ text: String) -> String { say(text, relative) }
  package func full(_ text: String) -> String { say(text, full) }

  /// A sentence with the RFC 3339 times in it said as people here say them.
  package func localised(_ text: String) -> String { localised(text, full) }

  /// The same without how far away they are, for where it is not known what time it is at the daemon.
  package func dated(_ text: String) -> String { localised(text, date) }

  private func localised(_ text: String, _ words: (WallTime) -> String) -> String {
    var before: [Substring] = []
    return text.split(separator: " ", omittingEmptySubsequences: false).map { word in
      defer { before = before.suffix(1) + [word] }
      // An example of how a time may be typed stays one.
      if before == ["RFC", "3339"] { return String(word) }
      // A colon may end it, and is in it, too.
      let begin = word.firstIndex { !"('`".contains($0) } ?? word.startIndex
      let end = word.lastIndex { !",;:.)'`".contains($0) }
      let core = end.map { $0 < begin ? "" : word[begin...$0] } ?? word
      guard let time = UniversalTime.parse(String(core)), isOurs(core, time, in: word) else {
        return String(word)
      }
      return word[..<begin] + words(time) + word[core.endIndex...]
    }.joined(separator: " ")
  }

  /// Whether it is not what somebody typed: in quotes a time is that of the interface only as the interface writes it.
  private func isOurs(_ text: Substring, _ time: WallTime, in word: Substring) -> Bool {
    !word.contains("'") || text == UniversalTime.text(time)
  }

  private func say(_ text: String, _ words: (WallTime) -> String) -> String {
    UniversalTime.parse(text).map(words) ?? text.visible
  }
}

extension CivilTime {
  fileprivate var timeText: String { "\(twoDigits(hour)):\(twoDigits(minute))" }

  fileprivate var dayText: String {
    let months = [
      "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
    ]
    return "\(day) \(months[month - 1])"
  }

  fileprivate var weekdayText: String {
    ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"][weekday]
  }
}

private func twoDigits(_ number: Int) -> String {
  number < 10 ? "0\(number)" : "\(number)"
}
