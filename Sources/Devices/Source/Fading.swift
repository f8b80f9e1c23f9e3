import Scheduling

/// Fields that nobody tells any more keep their values for a while, because a service that is started
/// again is back in a moment, and "unknown" holds nothing.
struct Fading {
  private let seconds: Double
  private var waiting: [(unknown: Measurement, until: Double)] = []

  /// - Parameter seconds: How long a value outlives its source.
  init(seconds: Double) {
    self.seconds = seconds
  }

  /// Keeps back what has become unknown now; returns the rest. A field that is told again is not
  /// kept back any more.
  ///
  /// - Parameter now: Seconds on a clock that does not jump.
  mutating func take(_ changes: [Measurement], at now: Double) -> [Measurement] {
    let keys = Set(changes.map(\.value.key))
    waiting.removeAll { keys.contains($0.unknown.value.key) }
    for change in changes where change.value.text == nil { waiting.append((change, now + seconds)) }
    return changes.filter { $0.value.text != nil }
  }

  /// When the next value has outlived its source for long enough.
  var next: Double? { waiting.map(\.until).min() }

  /// What is unknown for good.
  mutating func due(at now: Double) -> [Measurement] {
    let due = waiting.filter { $0.until <= now }.map(\.unknown)
    waiting.removeAll { $0.until <= now }
    return due
  }
}
