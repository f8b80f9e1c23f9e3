@testable import Scheduling

/// The expected device state, derived a second time, and the machine that reports it.
struct MachineBook {
  let isRead: Bool
  /// The values that the machine has reported.
  private(set) var told = DeviceState()
  /// The expected state of the device.
  private(set) var expected = DeviceState()
  /// Fields that were set by hand.
  private var byHand: Set<ExactString> = []
  private(set) var isFrozen = false
  private(set) var isGoingToSleep = false
  /// The time at which the machine was polled, if the answer is pending, and the time of its last answer.
  private var asked: BootTime?
  private var known: BootTime?
  /// The time of the answer; `nil` if there is none.
  private(set) var answers: AwakeTime?

  init(isRead: Bool) {
    self.isRead = isRead
  }

  /// The values that the machine reports to a daemon that starts.
  var measurements: [Measurement]? { isRead ? told.measurements : nil }

  /// Returns the reason why no request may start unless it is forced; `nil` if there is none.
  func forbidsStarts(at now: Instant) -> String? {
    if isGoingToSleep { return "the machine is about to sleep" }
    guard isRead, !isFrozen else { return nil }
    if let asked, now.boot < asked + .seconds(5) { return "a poll is pending" }
    guard let known, now.boot < known + .seconds(10) else { return "the last poll is too old" }
    return nil
  }

  func awaitsLook(at now: Instant) -> Bool {
    isRead && asked.map { now.boot < $0 + .seconds(5) } ?? false
  }

  // MARK: Events

  /// Called when a daemon starts.
  mutating func begin(at now: Instant) {
    isGoingToSleep = false
    asked = nil
    known = now.boot
  }

  mutating func note(_ event: Event, at now: Instant) {
    if let asked, now.boot >= asked + .seconds(5) { answer(at: now) }
    switch event {
    case .device(let values, _):
      for value in values {
        expected.apply(value)
        if isRead, !value.isUserChoice { byHand.insert(value.key) }
      }
    case .measured(let measurements, let isFullPoll):
      let values = measurements.map(\.value)
      for value in values.filter(counts) { expected.apply(value) }
      for value in values { told.apply(value) }
      if isFullPoll { answer(at: now) }
    case .thawDevice where isRead: thaw()
    case .sleep(let isComing):
      if isGoingToSleep, !isComing { forgetLook() }
      isGoingToSleep = isComing
    default: break
    }
  }

  /// Whether a reported value takes effect. For a frozen machine, only the first report about a path does.
  private func counts(_ value: DeviceValue) -> Bool {
    guard !byHand.contains(value.key), !value.isUserChoice else { return false }
    guard isFrozen else { return true }
    if case .path(let path, _) = value { return expected.isThere(path) == nil }
    return false
  }

  /// Notes a recorded override. An empty one is a thaw by hand. One that is no longer frozen is a freeze that has
  /// expired, which leaves the values that were set by hand.
  mutating func note(_ change: Change) {
    guard case .override(let hold) = change else { return }
    let wasFrozen = isFrozen
    isFrozen = hold.isFrozen
    if hold.isEmpty { return thaw() }
    guard wasFrozen, !hold.isFrozen else { return }
    for value in told.changes(since: expected)
    where !byHand.contains(value.key) && !value.isUserChoice {
      expected.apply(value)
    }
    forgetLook()
  }

  private mutating func thaw() {
    isFrozen = false
    byHand = []
    for value in told.changes(since: expected) where !value.isUserChoice { expected.apply(value) }
    forgetLook()
  }

  // MARK: Polls

  mutating func ask(at now: Instant, random: inout SeededGenerator) {
    asked = now.boot
    let delays: [Duration?] = [.zero, .zero, .milliseconds(700), .seconds(4), .seconds(8), nil]
    answers = random.pick(delays).map { now.awake + $0 }
  }

  mutating func forgetLook() {
    asked = nil
    known = nil
  }

  private mutating func answer(at now: Instant) {
    asked = nil
    known = now.boot
  }

  /// Whether the machine answers now. It answers each poll once.
  mutating func isAnswering(at now: Instant) -> Bool {
    guard let moment = answers, now.awake >= moment else { return false }
    answers = nil
    return true
  }
}
