import Scheduling

// Values that are neither numbers nor times.
extension PolicyForm where Value: Equatable & Sendable {
  /// Returns the form of a value that is written as one of these words.
  static func words(_ words: [(word: String, value: Value)]) -> PolicyForm {
    PolicyForm(
      parse: { text in words.first { $0.word == text }?.value },
      text: { value in words.first { $0.value == value }?.word ?? "" },
      allowed: words.map(\.word).listed)
  }
}

extension PolicyForm<ThermalState> {
  static let heat = words(ThermalState.allCases.map { ($0.rawValue, $0) })
}

extension PolicyForm<MemoryPressure?> {
  static let memory = PolicyForm<MemoryPressure>.words(
    MemoryPressure.allCases.filter { $0 != .normal }.map { ($0.rawValue, $0) }
  ).orNone()
}

extension PolicyForm<MissingHandlerAnswer> {
  static let missingHandlerAnswer = words(
    MissingHandlerAnswer.allCases.map { ($0.rawValue, $0) })
}

extension PolicyForm<LockAnswer> {
  static let lockAnswer = words(LockAnswer.allCases.map { ($0.rawValue, $0) })
}

extension PolicyForm<KindRules.UserActivity> {
  static let userActivity = words([("scored", .scored), ("holds", .holds)])
}

extension PolicyForm<KindRules.ClosingGate> {
  static let closingGate = words([
    ("expires", .expires), ("asks-to-defer", .asksToDefer), ("ignored", .ignored),
  ])
}

extension PolicyForm<KindRules.ConcurrencyClass> {
  static let concurrencyClass = words(KindRules.ConcurrencyClass.allCases.map { ("\($0)", $0) })
}

extension PolicyForm<KindRules.LowPower> {
  /// `never`, `always`, `plugged-in from 30%`, `on-battery after 90%`.
  static let lowPower = PolicyForm(
    parse: { text in
      let words = text.split(separator: " ").map { String($0) }
      switch (words.count, words.first, words.dropFirst().first) {
      case (1, "never", _): return .never
      case (1, "always", _): return .always
      case (3, "plugged-in", "from"):
        return PolicyForm<Int>.percent.parse(words[2]).map { .pluggedIn(from: $0) }
      case (3, "on-battery", "after"):
        return PolicyForm<Double>.share().parse(words[2]).map { .onBattery(after: $0) }
      default: return nil
      }
    },
    text: { value in
      switch value {
      case .never: "never"
      case .always: "always"
      case .pluggedIn(let level): "plugged-in from \(level)%"
      case .onBattery(let share): "on-battery after \(PolicyForm<Double>.shareText(share))"
      }
    }, allowed: "never, always, 'plugged-in from 30%' or 'on-battery after 90%' of the window")
}

extension PolicyForm<EnergySettings.Refreshes> {
  /// `as-many-as-useful`, `up-to 48`.
  static let refreshes = PolicyForm(
    parse: { text in
      if text == "as-many-as-useful" { return .asManyAsUseful }
      let words = text.split(separator: " ")
      guard words.count == 2, words[0] == "up-to", let count = Int(words[1]),
        (1...100_000).contains(count)
      else { return nil }
      return .upTo(count)
    },
    text: { value in
      switch value {
      case .asManyAsUseful: "as-many-as-useful"
      case .upTo(let count): "up-to \(count)"
      }
    }, allowed: "as-many-as-useful, or 'up-to 48', a number from 1 to 100000")
}

extension PolicyForm<WeekHours> {
  /// `Mon..Fri 08:00..18:00`, or several with commas.
  static let hours = PolicyForm(
    parse: { WeekHours($0) }, text: { $0.text }, allowed: WeekHours.allowed)
}

extension PolicyForm<[UserHours]> {
  /// `1000 22:00..06:00`, or several with commas: a user, by name or uid, and the hours of that user. Written by uid.
  static let userHours = PolicyForm(
    parse: { $0 == "none" ? [] : UserHours.list(from: $0) },
    text: { $0.isEmpty ? "none" : $0.map { "\($0.user) \($0.hours.text)" }.listed },
    allowed: "'1000 22:00..06:00', a user by name or uid before the hours, or none")
}

extension PolicyForm<String> {
  /// A line for /bin/sh. It must name its program by the absolute path, since the PATH is the submitter's.
  static let commandLine = PolicyForm(
    parse: { $0.utf8.first == UInt8(ascii: "/") && Needs.isAllowed(line: $0) ? $0 : nil },
    text: { $0 },
    allowed:
      "a line for /bin/sh that begins with the path of a program, such as /usr/local/bin/rubato-mail"
  )
}

extension PolicyForm<[Duration]> {
  /// Returns the form of a list of durations, each in `range`, such as `1h, 6h, 24h`.
  static func durations(_ range: ClosedRange<Duration>, count: ClosedRange<Int>) -> PolicyForm {
    list(.duration(range), count: count)
  }
}

extension PolicyForm<[SubmitRate]> {
  /// `250/1m, 1000/5m`.
  static let rates = list(
    PolicyForm<SubmitRate>(
      parse: { text in
        let parts = text.split(separator: "/", omittingEmptySubsequences: false)
        guard parts.count == 2, let count = Int(parts[0]), (1...1_000_000).contains(count),
          let span = DurationNotation.parse(String(parts[1])),
          (.seconds(1) ... .hours(24)).contains(span)
        else { return nil }
        return SubmitRate(count: count, within: span)
      }, text: { "\($0.count)/\($0.within.notation)" }, allowed: "1/24h to 1000000/1s"),
    count: 0...8)
}

extension PolicyForm<[NamedWidth]> {
  /// `encode=3, upload=2`.
  static let widths = list(
    PolicyForm<NamedWidth>(
      parse: { text in
        let parts = text.split(separator: "=", omittingEmptySubsequences: false)
        guard parts.count == 2, SubmissionCheck.isName(parts[0]), let width = Int(parts[1]),
          Concurrency.allowedWidth.contains(width)
        else { return nil }
        return NamedWidth(name: String(parts[0]), width: width)
      }, text: { "\($0.name)=\($0.width)" },
      allowed: "the name of a group, = and its width from 1 to 1000, such as encode=3"),
    count: 0...100)
}

extension PolicyForm {
  /// Returns the form of a list with commas between its items. `count` is the allowed number of items; an empty text
  /// has none.
  private static func list<Item>(
    _ item: PolicyForm<Item>, count: ClosedRange<Int>
  ) -> PolicyForm<[Item]> {
    PolicyForm<[Item]>(
      parse: { text in
        let isEmpty = text.isEmpty || text == "none"
        let words = isEmpty ? [] : text.split(separator: ",", omittingEmptySubsequences: false)
        let items = words.compactMap { item.parse(String($0.trimmed)) }
        return items.count == words.count && count.contains(items.count) ? items : nil
      }, text: { $0.isEmpty ? "none" : $0.map(item.text).listed },
      allowed: "a list of \(count.lowerBound) to \(count.upperBound), each \(item.allowed)")
  }
}
