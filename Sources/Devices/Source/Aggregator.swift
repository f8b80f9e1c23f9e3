import Scheduling

/// Makes one device state of what several sources say: for each field the first source that knows it
/// is believed, and of heat the one that says the worst.
struct Aggregator {
  /// What each source said last, by field, in the order of trust.
  fileprivate var reports: [[ExactString: DeviceValue]]
  private let names: [String]
  /// What counts of it.
  private var merged: [ExactString: Measurement] = [:]

  /// - Parameter names: The sources, the most trusted first.
  init(_ names: [String]) {
    self.names = names
    reports = names.map { _ in [:] }
  }

  /// Takes all that a source knows; returns what that changes.
  mutating func take(_ values: [DeviceValue], from source: Int) -> [Measurement] {
    let before = reports[source]
    reports[source] = Dictionary(values.map { ($0.key, $0) }) { $1 }
    let keys = values.map(\.key) + before.keys.filter { reports[source][$0] == nil }.sorted()
    return keys.compactMap { change(of: $0, fallback: before[$0]) }
  }

  /// Everything that is known.
  var all: [Measurement] { merged.keys.sorted().compactMap { merged[$0] } }

  private mutating func change(of key: ExactString, fallback: DeviceValue?) -> Measurement? {
    let known = source(of: key)
    let measurement =
      if let known, let value = reports[known][key] {
        Measurement(value, origin: names[known])
      } else {
        // Nobody knows any more: as unknown as the one who knew last says, or would.
        (reports.lazy.compactMap { $0[key] }.first ?? fallback)?.unknown
          .map { Measurement($0, origin: "") }
      }
    guard let measurement, merged[key] != measurement else { return nil }
    if merged[key] == nil && measurement.value.text == nil { return nil }
    merged[key] = measurement.value.text == nil ? nil : measurement
    return measurement
  }
}

extension Aggregator {
  /// The source that is believed about the field `key`.
  fileprivate func source(of key: ExactString) -> Int? {
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
