import Scheduling

/// Merges the reports of several sources into one device state. For each field, the first source that knows it
/// determines the value; for heat, the source with the worst value.
///
/// A field that no source reports any more keeps its value for a while. A restarted service is back in a moment, and
/// "unknown" holds no request. The names of networks are also kept if a less trusted source reports other names, since
/// these may end runs. A source that reports them as unknown hides those of less trusted sources.
struct Aggregator {
  /// A field in effect.
  private struct Field {
    var measurement: Measurement
    /// The time at which it becomes unknown; `nil` while a source reports it.
    var endTime: Double?
  }

  /// The last report of each source, by the key of the field, in the order of trust.
  private var reports: [[ExactString: DeviceValue]]
  private let names: [String]
  private let secondsWithoutSource: Double
  private var merged: [ExactString: Field] = [:]

  /// - Parameters:
  ///   - names: The sources, the most trusted first.
  ///   - secondsWithoutSource: Time for which a value outlives its source.
  init(_ names: [String], secondsWithoutSource: Double) {
    self.names = names
    self.secondsWithoutSource = secondsWithoutSource
    reports = names.map { _ in [:] }
  }

  /// Replaces the last report of a source, and returns the resulting changes of the device state.
  ///
  /// - Parameters:
  ///   - source: The index of the source in the order of trust.
  ///   - now: Seconds on a monotonic clock.
  mutating func apply(
    _ values: [DeviceValue], from source: Int, at now: Double
  ) -> [Measurement] {
    let earlierValues = reports[source]
    // Of two values of one field, the last one counts.
    reports[source] = Dictionary(values.map { ($0.key, $0) }) { _, last in last }
    let noLongerReported = earlierValues.keys.filter { reports[source][$0] == nil }.sorted()
    return (values.map(\.key) + noLongerReported).compactMap { redetermine($0, at: now) }
  }

  /// Everything that is known.
  var all: [Measurement] { merged.keys.sorted().compactMap { merged[$0]?.measurement } }

  /// The time at which the next value without a source becomes unknown; `nil` if there is none.
  var nextEnd: Double? { merged.values.compactMap(\.endTime).min() }

  /// Removes the fields that no source has reported for long enough, and returns them as unknown, or with the value of
  /// a less trusted source.
  ///
  /// - Parameter now: Seconds on a monotonic clock.
  mutating func removeEnded(at now: Double) -> [Measurement] {
    let endedKeys = merged.filter { _, field in field.endTime.map { $0 <= now } ?? false }.keys
      .sorted()
    return endedKeys.compactMap { key in
      let value = merged.removeValue(forKey: key)?.measurement.value
      // Without the kept value, a less trusted source can determine the field.
      return redetermine(key, at: now) ?? value?.unknown.map { Measurement($0, origin: "") }
    }
  }

  /// Determines a field again after a report. A field that no source reports any more keeps its value for some seconds.
  /// - Returns: The new measurement; `nil` if the value stays in effect.
  private mutating func redetermine(_ key: ExactString, at now: Double) -> Measurement? {
    guard let source = source(of: key), let value = reports[source][key],
      !keepsTrustedValue(key, over: source)
    else { return hideOrKeep(key, at: now) }
    let formerField = merged[key]
    let measurement = Measurement(value, origin: names[source])
    merged[key] = Field(measurement: measurement)
    let isUnchanged = formerField?.measurement == measurement && formerField?.endTime == nil
    return isUnchanged ? nil : measurement
  }

  /// Makes a field without a source unknown if a source hides its value; otherwise its value ends after some seconds.
  /// - Returns: The unknown field; `nil` if the value stays in effect.
  private mutating func hideOrKeep(_ key: ExactString, at now: Double) -> Measurement? {
    if let hidden = hide(key) { return hidden }
    if let field = merged[key] {
      // Repeated reports without the field do not move its end.
      merged[key]?.endTime = field.endTime ?? now + secondsWithoutSource
    }
    return nil
  }

  /// Returns the index of the source that determines the field `key`: the first that knows it or, for heat, the one
  /// with the worst value; `nil` if none reports it.
  private func source(of key: ExactString) -> Int? {
    if hidingSource(of: key) != nil { return nil }
    let sourcesWithValue = reports.indices.filter { reports[$0][key]?.text != nil }
    // Of equal values, `max` returns the first: the most trusted source, since all fields but heat have the level 0.
    return sourcesWithValue.max { heatLevel(reports[$0][key]) < heatLevel(reports[$1][key]) }
  }

  /// Whether a field keeps the value of a more trusted source than `source` for a while: the names of networks, which
  /// the other source calls differently.
  private func keepsTrustedValue(_ key: ExactString, over source: Int) -> Bool {
    guard key.text == DeviceKey.networkNames.rawValue,
      let origin = merged[key]?.measurement.origin
    else { return false }
    return names[..<source].contains(origin)
  }

  /// Returns the index of the source that hides the names of networks of less trusted sources, because it reports them
  /// as unknown; `nil` for other fields, and if no source does.
  private func hidingSource(of key: ExactString) -> Int? {
    guard key.text == DeviceKey.networkNames.rawValue,
      let first = reports.firstIndex(where: { $0[key] != nil }), reports[first][key]?.text == nil
    else { return nil }
    return first
  }

  /// Makes a field unknown whose value comes from a less trusted source than the one that hides it.
  /// - Returns: The unknown field; `nil` if the value stays in effect.
  private mutating func hide(_ key: ExactString) -> Measurement? {
    guard let hiding = hidingSource(of: key), let before = merged[key]?.measurement,
      names[(hiding + 1)...].contains(before.origin)
    else { return nil }
    merged[key] = nil
    return before.value.unknown.map { Measurement($0, origin: names[hiding]) }
  }

  /// The level of a thermal state; 0 for other fields.
  private func heatLevel(_ value: DeviceValue?) -> Int {
    if case .thermal(let state?) = value { state.level } else { 0 }
  }
}

extension DeviceValue {
  /// The same field, unknown.
  fileprivate var unknown: DeviceValue? {
    try? DeviceValue(key: key.text, text: "unknown")
  }
}
