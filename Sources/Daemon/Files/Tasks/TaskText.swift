import Scheduling

/// A request as a task file that could be submitted instead.
package enum TaskText {
  /// Returns one `key: value` for each option that differs from its default.
  ///
  /// - Parameters:
  ///   - zone: The time zone of its dates.
  ///   - groupWidth: The width to write next to the name of its group; `nil` writes only the name.
  package static func yaml(
    _ request: Request, zone: some ZoneRules, groupWidth: Int? = nil
  ) -> String {
    let command = request.terms.command
    var lines = work(of: command) + executionContext(of: command)
    lines.append("kind: \(request.terms.kind.rawValue)")
    lines += dates(of: request, zone)
    for option in request.terms.givenOptions {
      if option.key == "group", groupWidth != nil {
        lines.append(group(request.terms.group ?? "", width: groupWidth))
      } else {
        lines += self.lines(option)
      }
    }
    return lines.joined(separator: "\n") + "\n"
  }

  /// Returns the lines for the unit, the command or the steps.
  private static func work(of command: Command) -> [String] {
    if let unit = command.unit { return ["unit: \(scalar(unit))"] }
    if command.steps.isEmpty { return list("command", command.arguments) }
    return ["steps:"]
      + command.steps.flatMap { step in
        let limit = step.limit.map { ["    limit: \($0.notation)"] } ?? []
        return ["  - name: \(scalar(step.name))"]
          + list("command", step.arguments).map { "    \($0)" } + limit
      }
  }

  /// Returns the lines for the directory, the environment, the signal and the umask; none for a unit. Leaves out
  /// variables that a task file cannot name.
  private static func executionContext(of command: Command) -> [String] {
    // A unit has them in its own file.
    if command.unit != nil { return [] }
    var lines = ["directory: \(scalar(command.directory))"]
    let variables = command.environment.filter { TaskKey.isVariable($0.key) }
      .sorted { $0.key < $1.key }
    if !variables.isEmpty {
      lines += ["environment:"] + variables.map { "  \($0.key): \(scalar($0.value))" }
    }
    let signal = ExpirationSignal.name(ofNumber: command.signal)
    if signal != "TERM" { lines.append("signal: \(signal)") }
    if command.umask != Command.usualUmask {
      let octal = String(command.umask, radix: 8)
      lines.append("umask: \"\(String(repeating: "0", count: max(0, 3 - octal.count)))\(octal)\"")
    }
    return lines
  }

  /// Returns the lines for the dates, as local times of `zone` or as times after an event, and for `at-latest` if it is
  /// not the default.
  private static func dates(of request: Request, _ zone: some ZoneRules) -> [String] {
    let dates = earliestAndLatest(of: request, zone)
    let atLatest = request.window.atLatest
    return (dates.earliest.map { ["earliest: \(date($0, zone))"] } ?? [])
      + (dates.latest.map { ["latest: \($0)"] } ?? [])
      + (atLatest == .relax ? [] : ["at-latest: \(atLatest.rawValue)"])
  }

  /// Returns the earliest date that was named, and the latest date as its text; each is `nil` if there is none. A
  /// request with calendar events, which determine its other dates, has an earliest date if it puts off the first one.
  private static func earliestAndLatest(
    of request: Request, _ zone: some ZoneRules
  ) -> (earliest: WallTime?, latest: String?) {
    let earliest = request.namedEarliest
    guard let period = request.period, !request.countsLatestFromEvent else {
      guard request.countsLatestFromEvent else {
        return (earliest, request.window.latest.map { date($0, zone) })
      }
      // A duration would count from the submission, and not from the earliest date.
      let latest = request.latestAfterOpening.map { length in
        earliest.map { date($0 + length, zone) } ?? length.notation
      }
      return (earliest, latest)
    }
    if !request.terms.calendar.isEmpty {
      // A flex is the length of the window, and has a line of its own.
      let latest = request.terms.flex == nil ? period.latestAfter : nil
      return (request.earliestOfFirstDate, latest?.notation)
    }
    // A rest can open the window after the beginning of its interval. With a flex, this is the beginning of the last
    // part of the interval; a file gives the beginning of the whole interval.
    let begin = request.window.intervalBegin(in: period)
    let latest = period.latestAfter.map { length in
      // From a submission to a date that was given, there is a fraction of a second.
      let isDuration = length.nanoseconds % 1_000_000_000 == 0
      return isDuration ? length.notation : date(begin + length, zone)
    }
    return (earliest.map { _ in begin - period.lead }, latest)
  }

  /// The keys of options that other functions write, at their own places.
  private static let writtenApart: Set = ["kind", "at-latest"]

  /// Returns the lines of an option; empty if it has no key in a task file, or if other functions write it.
  private static func lines(_ option: GivenOption) -> [String] {
    guard let key = option.key, !writtenApart.contains(key) else { return [] }
    return switch option.value {
    case .flag: ["\(key): yes"]
    case .text(let text): ["\(key): \(scalar(text))"]
    case .list(let words): list(key, words)
    case .limits(let limits): ["\(key):"] + limits.named.map { "  \($0.name): \($0.value)" }
    }
  }

  /// Returns the line for a group, with its width unless that is `nil`.
  package static func group(_ name: String, width: Int?) -> String {
    let name = scalar(name)
    return width.map { "group: {name: \(name), width: \($0)}" } ?? "group: \(name)"
  }

  /// Returns a list as one line, or as one line for each of its words if it would be too long.
  package static func list(_ key: String, _ words: [String]) -> [String] {
    let longestLine = 100
    let line = "\(key): [\(words.map(scalar).joined(separator: ", "))]"
    return line.count <= longestLine ? [line] : ["\(key):"] + words.map { "  - \(scalar($0))" }
  }

  /// Returns a date in RFC 3339 with the zone's local time: `2026-03-02T18:00:00+01:00`.
  private static func date(_ time: WallTime, _ zone: some ZoneRules) -> String {
    let secondsAhead = zone.secondsFromUTC(at: time)
    let minutes = abs(secondsAhead) / 60
    // Hours and minutes, with two digits each.
    let offset = [minutes / 60, minutes % 60].map { $0 < 10 ? "0\($0)" : "\($0)" }
    let sign = secondsAhead < 0 ? "-" : "+"
    return zone.civil(at: time).text + sign + offset.joined(separator: ":")
  }
}

// YAML scalars.
extension TaskText {
  /// Returns the text unquoted if YAML reads that as the same text, and otherwise in quotes.
  package static func scalar(_ text: String) -> String {
    let beginsPlainly = text.utf8.first.map { isLetter($0) || plainStarts.contains($0) } ?? false
    let isPlain = text.utf8.allSatisfy { isLetter($0) || plainBytes.contains($0) }
    // YAML reads these words without quotes as no value.
    let isNull = ["null", "Null", "NULL"].contains(text)
    if beginsPlainly && isPlain && !isNull { return text }
    return "\"\(text.unicodeScalars.map(escaped).joined())\""
  }

  /// The bytes, apart from letters, that can begin an unquoted text, and those that it can contain.
  private static let plainStarts = Set("0123456789/".utf8)
  private static let plainBytes = Set("0123456789/._+=@%-".utf8)

  /// Returns whether `byte` is an ASCII letter.
  private static func isLetter(_ byte: UInt8) -> Bool {
    // The bit 0x20 makes a capital letter small.
    (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
  }

  /// Returns a character as it is written in double quotes. Quotes, backslashes and all but printable ASCII characters
  /// are escaped.
  private static func escaped(_ scalar: Unicode.Scalar) -> String {
    switch scalar {
    case "\"": "\\\""
    case "\\": "\\\\"
    case "\n": "\\n"
    case "\t": "\\t"
    case " "..."~": String(scalar)
    default: "\\U" + hexadecimal(scalar.value)
    }
  }

  /// Returns the value in eight hexadecimal digits.
  private static func hexadecimal(_ value: UInt32) -> String {
    let digits = String(value, radix: 16)
    return String(repeating: "0", count: 8 - digits.count) + digits
  }
}
