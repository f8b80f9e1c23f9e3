import Scheduling
import Zones

// Readers for each type of option value.
extension TaskFields {
  /// Reads a duration; `nil` if there is none, or if it is not allowed, which is recorded.
  mutating func duration(_ key: String) -> Duration? {
    let text = values[key]?.node.scalar?.string ?? ""
    // A calendar event such as `daily` is no duration, but a value of `on`.
    let event = key == "every" ? DurationNotation.event(for: text) : nil
    let remedy = event.map { "; to repeat at dates: on: \($0)" } ?? ""
    return parsedValue(key, allowed: DurationNotation.allowed(for: text) + remedy) {
      DurationNotation.parse($0)
    }
  }

  /// Reads a time, and returns it as it is written, since its meaning depends on the day; `nil` if there is none, or if
  /// it is not allowed, which is recorded.
  mutating func time(_ key: String) -> String? {
    let text = values[key]?.node.scalar?.string ?? ""
    return parsedValue(key, allowed: TimeNotation.allowed(for: text)) { text in
      TimeNotation.isTime(text, endsDay: key == "latest") ? text : nil
    }
  }

  /// Reads a whole number in `range`; `nil` if there is none, or if it is not allowed, which is recorded.
  mutating func number(_ key: String, in range: ClosedRange<Int>) -> Int? {
    parsedValue(key, allowed: "\(range.lowerBound) to \(range.upperBound)") { text in
      Int(text).flatMap { range.contains($0) ? $0 : nil }
    }
  }

  /// Reads the name of a signal; `nil` if there is none, or if it is not allowed, which is recorded.
  mutating func signal(_ key: String) -> ExpirationSignal? {
    parsedValue(key, allowed: ExpirationSignal.allCases.map(\.rawValue).listed) { name in
      ExpirationSignal(name: name)
    }
  }

  /// Reads a umask; `nil` if there is none, or if it is not allowed, which is recorded.
  mutating func umask(_ key: String) -> UInt16? {
    parsedValue(key, allowed: "an octal number from 0 to 777, such as \"077\"") { text in
      // `UInt16` accepts a sign.
      guard text.first?.isWholeNumber == true, let mask = UInt16(text, radix: 8) else { return nil }
      return mask <= 0o777 ? mask : nil
    }
  }

  /// Reads names of conditions; empty if there are none, or if one is not allowed, which is recorded.
  mutating func conditions(_ key: String) -> Conditions {
    guard let words = words(key) else { return [] }
    do throws(Refusal) {
      return try Conditions(names: words, field: key)
    } catch {
      recordError(key, error.message)
      return []
    }
  }

  /// Reads names of conditions, and paths as `path=/mnt/backup`; empty if there are none, or if one is not allowed,
  /// which is recorded.
  mutating func requirements(_ key: String) -> Requirements {
    guard let words = words(key) else { return Requirements() }
    do throws(Refusal) {
      return try Requirements(words: words, field: key)
    } catch {
      recordError(key, error.message)
      return Requirements()
    }
  }

  /// Reads the paths and keys that the task waits for, each once. Records a mistake if one is not allowed.
  mutating func watched(_ key: String) -> [ExactString] {
    let watched = ChangeTrigger.named(words(key) ?? [])
    do throws(Refusal) {
      for word in watched { try ChangeTrigger.check(word, field: key) }
    } catch {
      recordError(key, error.message)
    }
    return watched
  }

  /// Reads ids of requests, each once; empty if there are none.
  mutating func ids(_ key: String) -> [String] { Predecessors.named(words(key) ?? []) }

  /// Reads tags of the request, each once; empty if there are none.
  mutating func tags(_ key: String) -> [String] { Tags.named(words(key) ?? []) }

  /// Reads one calendar event, or a list of events; empty if there are none, or if one is not allowed, which is
  /// recorded.
  mutating func events(_ key: String) -> [CalendarEvent] {
    let texts: [String]?
    if case .sequence = values[key]?.node {
      texts = words(key)
    } else {
      // A text is one event. `words` would split it at its commas, which belong to the event.
      texts = text(key).map { [$0] }
    }
    do throws(Refusal) {
      return try ZoneFiles.events(texts ?? [], field: key)
    } catch {
      recordError(key, error.message)
      return []
    }
  }

  /// Reads the least time between two runs, such as `daily`; `nil` if there is none, or if it is not allowed, which is
  /// recorded.
  mutating func frequency(_ key: String) -> Duration? {
    guard let text = text(key) else { return nil }
    do throws(Refusal) {
      return try Frequency.read(text, field: key)
    } catch {
      recordError(key, error.message)
      return nil
    }
  }

  /// Reads the resource limits below `key`. A limit is `nil` if it is missing, or if it is not allowed, which is
  /// recorded.
  mutating func limits(_ key: String) -> RunLimits {
    var limits = RunLimits()
    // Most tasks have no limits, and need no search for each of them.
    guard values.keys.contains(where: { $0.hasPrefix("\(key).") }) else { return limits }
    limits.memoryBytes = parsedValue("\(key).memory", allowed: SizeNotation.allowed) {
      SizeNotation.parse($0)
    }
    // The kernel has at most 4,194,304 process ids.
    limits.tasks = number("\(key).tasks", in: 1...4_194_304)
    limits.cpuPercent = parsedValue("\(key).cpu", allowed: "a percentage such as 50%") {
      text -> Int? in
      guard text.hasSuffix("%"), let percent = Int(text.dropLast()), percent > 0 else { return nil }
      return percent
    }
    limits.cpuWeight = number("\(key).cpu-weight", in: 1...10_000)
    limits.ioWeight = number("\(key).io-weight", in: 1...10_000)
    return limits
  }
}
