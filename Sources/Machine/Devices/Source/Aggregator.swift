import Scheduling

/// Makes one device state of what several sources say: for each field the first source that knows it
/// is believed, and of heat the one that says the worst.
///
/// A field that nobody tells any more keeps its value for a while, because a service that is started
/// again is back in a moment, and "unknown" holds nothing.
struct Aggregator {
  /// A field as it counts.
  private struct Field {
    var measurement: Measurement
    /// When it is unknown, where nobody tells it any more.
    var ends: Double?
  }

  /// What each source said last, by field, in the order of trust.
  private var reports: [[ExactString: DeviceValue]]
  private let names: [String]
  private let seconds: Double
  private var merged: [ExactString: Field] = [:]

  /// - Parameters:
  ///   - names: The sources, the most trusted first.
  ///   - seconds: How long a value outlives its source.
  init(_ names: [String], seconds: Double) {
    self.names = names
    self.seconds = seconds
    reports = names.map { _ in [:] }
  }

  /// Takes all that a source knows; returns what that changes.
  ///
  /// - Parameter now: Seconds on a clock that does not jump.
  mutating func take(
    _ values: [DeviceValue], from source: Int, at now: Double
  ) -> [Measurement] {
    let before = reports[source]
    reports[source] = Dictionary(values.map { ($0.key, $0) }) { $1 }
    let keys = values.map(\.key) + before.keys.filter { reports[source][$0] == nil }.sorted()
    return keys.compactMap { change(of: $0, at: now) }
  }

  /// Everything that is known.
  var all: [Measurement] { merged.keys.sorted().compactMap { merged[$0]?.measurement } }

  /// When the next value has outlived its source for long enough.
  var nextEnd: Double? { merged.values.compactMap(\.ends).min() }

  /// What is unknown by now, since nobody has told it for long enough.
  mutating func takeEnded(at now: Double) -> [Measurement] {
    let ended = merged.filter { $0.value.ends.map { $0 <= now } ?? false }.keys.sorted()
    return ended.compactMap { key in
      let value = merged.removeValue(forKey: key)?.measurement.value
      return value?.unknown.map { Measurement($0, origin: "") }
    }
  }

  private mutating func change(of key: ExactString, at now: Double) -> Measurement? {
    let before = merged[key]
    guard let known = source(of: key), let value = reports[known][key] else {
      if before != nil { merged[key]?.ends = before?.ends ?? now + seconds }
      return nil
    }
    let measurement = Measurement(value, origin: names[known])
    merged[key] = Field(measurement: measurement)
    return before?.measurement == measurement && before?.ends == nil ? nil : measurement
  }

  /// The source that is believed about the field `key`.
  private func source(of key: ExactString) -> Int? {
    let all = reports.indices.filter { reports[$0][key]?.text != nil }
    // Each sees a part of the machine; the first of those that see the worst.
    return all.max { heat(reports[$0][key]) < heat(reports[$1][key]) }
  }

  private func heat(_ value: DeviceValue?) -> Int {
    if case .thermal(let state?) = value { state.level } else { 0 }
  }
}

extension DeviceValue {
  /// The same field, unknown.
  fileprivate var unknown: DeviceValue? {
    try? DeviceValue(key: key.text, text: "unknown")
  }
}
