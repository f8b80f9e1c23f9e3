import Vocabulary

/// The present time at the reader, to describe other moments.
package struct WallClock: Sendable {
  /// The daemon's present time: its clock may be simulated.
  package let now: WallTime
  private let localTime: @Sendable (WallTime) -> CivilTime

  /// - Parameter localTime: Returns the local time of a moment.
  package init(now: WallTime, localTime: @escaping @Sendable (WallTime) -> CivilTime) {
    self.now = now
    self.localTime = localTime
  }

  /// Returns `18:00` today, `Fri 18:00` within a week, otherwise `2 Mar 18:00`, with the year if it is another.
  package func date(_ moment: WallTime) -> String {
    let (then, today) = (localTime(moment), localTime(now))
    let days = then.dayNumber - today.dayNumber
    if days == 0 { return then.timeText }
    if abs(days) < 7 { return "\(then.weekdayText) \(then.timeText)" }
    let year = then.year == today.year ? "" : " \(then.year)"
    return "\(then.dayText)\(year) \(then.timeText)"
  }

  /// Returns `07:00:12`.
  package func time(_ moment: WallTime) -> String {
    let time = localTime(moment)
    return "\(time.timeText):\(twoDigits(time.second))"
  }

  /// Returns `2 Mar 18:00`, which does not depend on the present time.
  package func dayAndTime(_ moment: WallTime) -> String {
    let time = localTime(moment)
    return "\(time.dayText) \(time.timeText)"
  }

  /// Returns `Mon 2 Mar 2026`.
  package func day(_ moment: WallTime) -> String {
    let day = localTime(moment)
    return "\(day.weekdayText) \(day.dayText) \(day.year)"
  }

  /// Returns `in 3 h`, `5 min ago` or `now`, rounded to the nearest.
  package func relative(_ moment: WallTime) -> String {
    let distance = (moment - now).seconds
    guard abs(distance) >= 0.5 else { return "now" }
    let length = DurationText.rough(abs(distance))
    return distance > 0 ? "in \(length)" : "\(length) ago"
  }

  /// Returns `Fri 18:00 (in 3 d)`.
  package func full(_ moment: WallTime) -> String {
    "\(date(moment)) (\(relative(moment)))"
  }
}

// MARK: - Times of replies

extension WallClock {
  /// Returns an RFC 3339 time as `18:00` or `Fri 18:00`, by its distance; the text itself if it is none.
  package func date(_ text: String) -> String { described(text, date) }
  /// Returns an RFC 3339 time as `07:00:12`; the text itself if it is none.
  package func time(_ text: String) -> String { described(text, time) }
  /// Returns an RFC 3339 time as `2 Mar 18:00`; the text itself if it is none.
  package func dayAndTime(_ text: String) -> String { described(text, dayAndTime) }
  /// Returns an RFC 3339 time as `Mon 2 Mar 2026`; the text itself if it is none.
  package func day(_ text: String) -> String { described(text, day) }
  /// Returns an RFC 3339 time as `in 3 h` or `5 min ago`; the text itself if it is none.
  package func relative(_ text: String) -> String { described(text, relative) }
  /// Returns an RFC 3339 time as `Fri 18:00 (in 3 d)`; the text itself if it is none.
  package func full(_ text: String) -> String { described(text, full) }

  /// Returns a sentence with its RFC 3339 times in local form.
  package func withLocalTimes(_ text: String) -> String { replacingTimes(in: text, by: full) }

  /// Returns a sentence with local times but without their distances, for an unknown present time of the daemon.
  package func withLocalDates(_ text: String) -> String { replacingTimes(in: text, by: date) }

  /// Returns a sentence in which each RFC 3339 time is replaced by `words`, with the punctuation around it kept.
  private func replacingTimes(in text: String, by words: (WallTime) -> String) -> String {
    var lastTwoWords: [Substring] = []
    return text.split(separator: " ", omittingEmptySubsequences: false).map { word in
      defer { lastTwoWords = lastTwoWords.suffix(1) + [word] }
      // The time in "use RFC 3339 2026-11-30T18:00:00Z" is an example of a typed time, and is not changed.
      if lastTwoWords == ["RFC", "3339"] { return String(word) }
      let core = Self.withoutPunctuation(word)
      guard let time = UniversalTime.parse(String(core)), isFromDaemon(core, time, in: word) else {
        return String(word)
      }
      return word[..<core.startIndex] + words(time) + word[core.endIndex...]
    }.joined(separator: " ")
  }

  /// Returns a word of a sentence without the punctuation around it. A colon within the word, as in a time, is kept;
  /// one at its end is punctuation. A word of punctuation only is returned as it is.
  private static func withoutPunctuation(_ word: Substring) -> Substring {
    guard let first = word.firstIndex(where: { !"('`".contains($0) }),
      let last = word.lastIndex(where: { !",;:.)'`".contains($0) }), first <= last
    else { return word }
    return word[first...last]
  }

  /// Whether the daemon has written a time in a sentence. A word with quotes can be a user's text, so its time must
  /// have the exact form of the interface.
  private func isFromDaemon(_ text: Substring, _ time: WallTime, in word: Substring) -> Bool {
    !word.contains("'") || text == UniversalTime.text(time)
  }

  /// Returns an RFC 3339 time in the words of `describe`; the text itself, without control characters, if it is none.
  private func described(_ text: String, _ describe: (WallTime) -> String) -> String {
    UniversalTime.parse(text).map(describe) ?? text.visible
  }
}

extension CivilTime {
  /// The time of day: `18:00`.
  fileprivate var timeText: String { "\(twoDigits(hour)):\(twoDigits(minute))" }

  /// The day of the year: `2 Mar`.
  fileprivate var dayText: String {
    let months = [
      "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
    ]
    return "\(day) \(months[month - 1])"
  }

  /// The name of the weekday, which is counted from 0 for Monday.
  package var weekdayText: String {
    ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"][weekday]
  }
}

/// Returns a number from 0 to 99 with a zero before a single digit: `07`.
private func twoDigits(_ number: Int) -> String {
  number < 10 ? "0\(number)" : "\(number)"
}
