import Control
import Scheduling
import VarlinkServer

extension CallTable {
  /// Adds `GetClock`, and `AdvanceClock` and `SetClockRate` for a simulated clock. `AdvanceClock` replies after the
  /// clock has reached the requested time.
  mutating func addClock() {
    addRead(GetClock.self) { _, _, view throws(Refusal) in
      GetClock.Reply(
        now: view.now.wall.text, simulated: view.clock.isSimulated,
        rate: view.clock.rate, runs: Int64(view.core.runningCount),
        zoneSeconds: Int64(LocalZone().secondsFromUTC(at: view.now.wall)),
        slept: view.clock.slept.seconds)
    }
    addAction(AdvanceClock.self) { call, input, caller, engine throws(Refusal) in
      try caller.requirePrivilege(to: "move the clock")
      try engine.requireSimulatedClock()
      let kept = KeptCall(call, on: engine.loop)
      engine.time.waiters.add(at: try engine.target(of: input)) { engine, refusal in
        guard let call = kept.call else { return }
        if let refusal { return call.fail(refusal) }
        call.reply(AdvanceClock.Reply(now: engine.now.wall.text))
      }
      // Causes a step, which moves the clock as far as the runs permit.
      engine.post(.time)
    }
    addAction(SetClockRate.self) { call, input, caller, engine throws(Refusal) in
      try caller.requirePrivilege(to: "set the clock's rate")
      try engine.requireSimulatedClock()
      guard input.rate.isFinite, (0...1e7).contains(input.rate) else {
        throw Refusal(field: "rate", value: "\(input.rate)", allowed: "0 to 10000000")
      }
      engine.time.clock.withVirtual { $0.setRate(input.rate, real: $1) }
      // Causes a step, which sets the alarm of the next deadline for the new rate.
      engine.post(.time)
      call.reply(SetClockRate.Reply(now: engine.now.wall.text))
    }
  }
}

extension EngineClock {
  /// Simulated seconds per real second while nothing runs; 1 for the system's clock.
  var rate: Double {
    if case .simulated(let clock) = self { clock.rate } else { 1 }
  }

  /// Time that a simulated clock skipped because every run slept.
  var slept: Duration {
    if case .simulated(let clock) = self { clock.slept } else { .zero }
  }
}

extension EngineView {
  /// Throws a refusal if the daemon uses the system's clock.
  func requireSimulatedClock() throws(Refusal) {
    guard !clock.isSimulated else { return }
    throw Refusal(
      .notPermitted, field: "clock", value: "system",
      message: "this daemon uses the system clock; only `rubatod --simulate` can move its clock")
  }

  /// Returns the time that a simulated clock reaches after `seconds`. Throws a refusal of `field` if `seconds` is
  /// negative or leads past the end of the clock.
  func moment(after seconds: Double, field: String) throws(Refusal) -> WallTime {
    let left = max(.zero, VirtualClock.end - now.wall)
    guard seconds >= 0, seconds <= left.seconds,
      let duration = try Submission.duration(seconds, field: field)
    else {
      throw Refusal(
        field: field, value: "\(seconds)",
        allowed: "0 to \(left.components.seconds) seconds, to \(VirtualClock.end.text)")
    }
    return now.wall + duration
  }

  /// Returns the time to which the call moves the clock. Throws a refusal unless it has either `by`, in seconds, or
  /// `to`.
  fileprivate func target(of call: AdvanceClock) throws(Refusal) -> WallTime {
    switch (call.by, call.to) {
    case (let by?, nil): return try moment(after: by, field: "by")
    case (nil, let to?): return try simulatedTime(to, field: "to")
    case (nil, nil), (.some, .some):
      throw Refusal(
        .invalid, field: "by", message: "give either a duration or a time to advance the clock to")
    }
  }
}
