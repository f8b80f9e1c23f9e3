@testable import Scheduling

/// A machine that is read: its reports, and the polls of it.
extension World {
  var device: DeviceState { scheduler.device.raw }
  var pollingNeeds: PollingNeeds { scheduler.pollingNeeds }

  /// Reports these values, which the machine has from now on.
  mutating func measure(_ values: DeviceValue...) {
    for value in values { machine.apply(value) }
    send(.measured(values.map { Measurement($0, origin: "test") }, isFullPoll: false))
  }

  /// Answers a requested poll with the present values of the machine.
  mutating func answerLook(_ values: DeviceValue...) {
    for value in values { machine.apply(value) }
    send(look)
  }

  mutating func freeze(for duration: Duration? = nil) {
    send(.freezeDevice(for: duration, ticket()))
  }

  mutating func thaw() {
    send(.thawDevice(ticket()))
  }

  mutating func announceSleep() {
    send(.sleep(isComing: true))
  }

  /// Lets the machine sleep and wake.
  mutating func sleepThrough(_ duration: Duration) {
    suspend(duration)
    send(.sleep(isComing: false))
  }

  /// The number of requested polls.
  var looks: Int {
    history.count { if case .immediate(.poll) = $0.effect { true } else { false } }
  }

  // MARK: Conditions

  /// The checks of conditions, oldest first.
  var checks: [ConditionTrial] {
    history.compactMap {
      if case .afterCommit(.check(let check, _)) = $0.effect { check } else { nil }
    }
  }

  /// The requests whose conditions were checked, oldest first.
  var tried: [String] { checks.map(\.key.id) }

  /// Ends the latest check of `id`, as its command would.
  mutating func endCheck(_ id: String, exit: Int32? = 0, saying words: String? = nil) {
    guard let check = checks.last(where: { $0.key.id == id }) else { return }
    var finish = ProcessExit(exit: exit, signal: exit == nil ? 11 : nil)
    finish.lastWords = words
    send(.checkEnded(check.id, finish))
  }
}

extension DeviceState {
  /// All known values, as measurements of the machine.
  var measurements: [Measurement] {
    values.filter { $0.text != nil }.map { Measurement($0, origin: "test") }
  }
}
