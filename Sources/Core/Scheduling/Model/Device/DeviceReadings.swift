/// What the machine itself tells, what of it is overruled by hand, and how fresh it is.
package struct DeviceReadings: Sendable {
  /// Where a value comes from, and when it was read.
  package struct Source: Hashable, Sendable {
    package var origin: String
    package var at: WallTime
  }

  /// Whether there is a machine to be read. What is simulated is told, and never stale.
  package var isRead = false
  package internal(set) var hold = DeviceOverride()
  /// What the machine said last, field by field.
  package private(set) var measured = DeviceState()
  private var sources: [ExactString: Source] = [:]
  /// When all that does not tell of its changes was read last.
  private var looked: BootTime?
  /// The paths that were looked at then, and those that are being looked at.
  private var lookedPaths: Set<ExactString> = []
  private var askedPaths: Set<ExactString> = []
  /// When it was asked for, while the answer is awaited.
  private var asked: BootTime?

  /// Takes what the machine says; returns what counts of it.
  mutating func note(_ measurements: [Measurement], at now: Instant) -> [DeviceValue] {
    let measurements = measurements.filter { !$0.value.isWish }
    for measurement in measurements {
      let key = measurement.value.key
      measured.apply(measurement.value)
      sources[key] = Source(origin: measurement.origin, at: now.wall)
    }
    return measurements.map(\.value).filter { !hold.covers($0.key) }
  }

  /// Where the machine's value of the field `key` comes from; nil where it told none.
  package func source(of key: ExactString) -> Source? { sources[key] }

  // MARK: Looking before a start

  mutating func noteLook(at now: BootTime) {
    looked = now
    lookedPaths = askedPaths
    asked = nil
  }

  /// What was read before does not count any more, and neither does an answer that is on its way.
  mutating func forgetLook() {
    looked = nil
    asked = nil
  }

  /// Whether a start must wait until the machine has been looked at: not for longer than for one look
  /// at what is then still not known.
  ///
  /// - Parameters:
  ///   - unknown: Paths that the start depends on and of which nothing is known.
  ///   - watched: All paths that a look is about.
  mutating func awaitsLook(
    at now: BootTime, unknown: [ExactString], watched: [ExactString], settings: Settings
  ) -> Look {
    guard isRead else { return .fresh }
    if asked != nil { return .awaited }
    if !isStale(at: now, settings), unknown.allSatisfy(lookedPaths.contains) { return .fresh }
    asked = now
    askedPaths = Set(watched)
    return .needed
  }

  /// Whether nobody has looked for so long that a start must wait for a look.
  func isStale(at now: BootTime, _ settings: Settings) -> Bool {
    guard isRead, !hold.isFrozen else { return false }
    return looked.map { now >= $0 + settings.freshLook } ?? true
  }

  var isAwaitingLook: Bool { asked != nil }

  /// A machine that does not answer in time is not waited for: what is known of it counts.
  ///
  /// - Returns: Whether it was given up now.
  mutating func followLook(at now: BootTime, _ settings: Settings) -> Bool {
    guard let moment = lookEnds(settings), now >= moment else { return false }
    noteLook(at: now)
    return true
  }

  enum Look {
    case fresh, awaited, needed
  }

  /// When the answer is no longer waited for.
  func lookEnds(_ settings: Settings) -> BootTime? {
    asked.map { $0 + settings.longestLook }
  }
}
