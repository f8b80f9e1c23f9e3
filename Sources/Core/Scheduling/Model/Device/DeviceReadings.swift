/// The values that the machine reports, their overrides, and their age.
package struct DeviceReadings: Sendable {
  /// The source of a value, and the time when it was read.
  package struct Source: Hashable, Sendable {
    package var origin: String
    package var at: WallTime
  }

  /// Whether there is a machine to be read. Simulated values are set directly and never stale.
  package var isRead = false
  package internal(set) var overrides = DeviceOverride()
  /// The values that the machine reported last.
  package private(set) var measured = DeviceState()
  private var sources: [ExactString: Source] = [:]
  /// The end of the last poll of the fields whose changes are not reported; `nil` if the next start needs a poll.
  private var lastPollEnd: BootTime?
  /// The paths of the last poll, and the paths of the present one.
  private var polledPaths: Set<ExactString> = []
  private var requestedPaths: Set<ExactString> = []
  /// The start of the present poll; `nil` if no answer is awaited.
  private var pollBegan: BootTime?

  /// Records measured values with their source and time, except values that only the user chooses. Returns the values
  /// that take effect: values of fields that are not overridden.
  mutating func note(_ measurements: [Measurement], at now: Instant) -> [DeviceValue] {
    let measurements = measurements.filter { !$0.value.isUserChoice }
    for measurement in measurements {
      let key = measurement.value.key
      measured.apply(measurement.value)
      sources[key] = Source(origin: measurement.origin, at: now.wall)
    }
    return measurements.map(\.value).filter { !overrides.covers($0.key) }
  }

  /// Returns the source of the machine's value of the field `key`; `nil` if it reported none.
  package func source(of key: ExactString) -> Source? { sources[key] }

  // MARK: Polls before a start

  /// Records that the present poll of the machine ended at `now`, by an answer or because it took too long, and the
  /// paths that it requested.
  mutating func notePollEnd(at now: BootTime) {
    lastPollEnd = now
    polledPaths = requestedPaths
    pollBegan = nil
  }

  /// Forgets the last poll of the machine and the present one, so that the next start requests another. Called if
  /// polled values may be outdated, such as after a sleep.
  mutating func forgetPolls() {
    lastPollEnd = nil
    pollBegan = nil
  }

  /// Decides whether a start must wait for a poll of the machine: `fresh` if not, `awaited` if a poll is in progress,
  /// `needed` if the caller must request one, which is then recorded as in progress. A start waits for at most one poll
  /// of paths that are then still unknown.
  ///
  /// - Parameters:
  ///   - unknown: Unknown paths that the start depends on.
  ///   - watched: All paths to poll.
  mutating func requestPollIfNeeded(
    at now: BootTime, unknown: [ExactString], watched: [ExactString], settings: Settings
  ) -> PollState {
    // Without a machine to be read, all values are simulated, and never stale.
    guard isRead else { return .fresh }
    if pollBegan != nil { return .awaited }
    // A path that is unknown although it was polled would also stay unknown after another poll.
    if !isStale(at: now, settings), unknown.allSatisfy(polledPaths.contains) { return .fresh }
    pollBegan = now
    requestedPaths = Set(watched)
    return .needed
  }

  /// Whether the last poll is so old that a start must wait for another. Always false for a simulated or frozen device.
  @inline(__always)
  func isStale(at now: BootTime, _ settings: Settings) -> Bool {
    guard isRead, !overrides.isFrozen else { return false }
    return lastPollEnd.map { now >= $0 + settings.freshLook } ?? true
  }

  var isAwaitingPoll: Bool { pollBegan != nil }

  /// Gives up the present poll if it was not answered in time; the known values then apply.
  ///
  /// - Returns: Whether it was given up now.
  @inline(__always)
  mutating func giveUpLatePoll(at now: BootTime, _ settings: Settings) -> Bool {
    guard let moment = pollDeadline(settings), now >= moment else { return false }
    notePollEnd(at: now)
    return true
  }

  enum PollState {
    case fresh, awaited, needed
  }

  /// Returns the end of the wait for the answer; `nil` if no answer is awaited.
  @inline(__always)  // Otherwise the settings are copied, at every event.
  func pollDeadline(_ settings: Settings) -> BootTime? {
    pollBegan.map { $0 + settings.longestLook }
  }
}
