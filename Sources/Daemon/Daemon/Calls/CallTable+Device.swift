import Control
import Devices
import Files
import Scheduling
import VarlinkServer

extension CallTable {
  /// Adds `GetDevice`, and `SetDevice`, `FreezeDevice`, `ThawDevice` and `PlayDevice`, which only privileged callers
  /// may use. In each `addChange`, the first closure makes the event of a call, and `reply` the reply after the commit.
  mutating func addDevice() {
    addRead(GetDevice.self) { _, caller, view throws(Refusal) in
      GetDevice.Reply(view, Scope(ofAllSeenBy: caller))
    }
    addChange(SetDevice.self) { call, caller, _, ticket throws(Refusal) in
      // `app refresh on --all` sends this call, and names no device. The right is checked before the values.
      let values = (try? DeviceValue.read(call.values)) ?? []
      let isOnlyUserChoice = !values.isEmpty && values.allSatisfy(\.isUserChoice)
      try caller.requirePrivilege(
        to: isOnlyUserChoice ? "switch Background App Refresh for all apps" : "set the device")
      return .device(try DeviceValue.read(call.values), ticket)
    } reply: { call, _, view, _ throws(Refusal) in
      // Only detected values are overridden: none if no machine is read, and no choice of the user, such as Background
      // App Refresh.
      let overridesFields = try DeviceValue.read(call.values).contains { !$0.isUserChoice }
      return SetDevice.Reply(untilThaw: view.core.readings.isRead && overridesFields)
    }
    addChange(FreezeDevice.self) { call, caller, _, ticket throws(Refusal) in
      try caller.requirePrivilege(to: "freeze the device")
      let duration = try Submission.duration(call.seconds, field: "seconds")
      return .freezeDevice(for: duration, ticket)
    } reply: { _, _, view, _ throws(Refusal) in
      FreezeDevice.Reply(thaws: view.thaws?.text)
    }
    addChange(ThawDevice.self) { _, caller, _, ticket throws(Refusal) in
      try caller.requirePrivilege(to: "thaw the device")
      return .thawDevice(ticket)
    } reply: { _, _, _, _ throws(Refusal) in
      ThawDevice.Reply()
    }
    addAction(PlayDevice.self) { call, input, caller, engine throws(Refusal) in
      try caller.requirePrivilege(to: "set the device")
      let kept = KeptCall(call, on: engine.loop)
      try engine.play(input) { engine, refusal in
        guard let call = kept.call else { return }
        if let refusal { return call.fail(refusal) }
        call.reply(PlayDevice.Reply(now: engine.now.wall.text))
      }
    }
  }
}

extension DeviceValue {
  /// Makes device values from `values`, the texts of fields by their keys. The result is sorted by key. Throws a
  /// refusal if a key or a text is not allowed.
  static func read(_ values: [String: String]) throws(Refusal) -> [DeviceValue] {
    var deviceValues: [DeviceValue] = []
    for (key, text) in values.sorted(by: { $0.key < $1.key }) {
      deviceValues.append(try DeviceValue(key: key, text: text))
    }
    return deviceValues
  }
}

extension Engine {
  /// Queues device values for later moments, from a scenario or a list of steps in the call. Calls `answer` when the
  /// clock has reached the end, or with a refusal if the clock cannot continue.
  func play(
    _ call: PlayDevice, _ answer: @escaping ClockWaiters.Answer
  ) throws(Refusal) {
    let schedule = try schedule(of: call)
    time.playedDevice.add(schedule.steps)
    time.waiters.add(at: schedule.end, answer)
    post(.time)
  }

  /// The steps of a call, with the moments at which they are due, and the moment at which the call is answered.
  private struct DeviceSchedule {
    var steps: [DeviceStory.Step]
    var end: WallTime
  }

  /// Returns the steps of the call and their end: from the text of its scenario, or from its list of steps if it has no
  /// scenario.
  private func schedule(of call: PlayDevice) throws(Refusal) -> DeviceSchedule {
    guard let scenarioText = call.scenario else { return try schedule(ofStepsIn: call) }
    let scenario: StoryFile
    do throws(FileError) {
      scenario = try StoryFile(yaml: scenarioText, file: "")
    } catch {
      let position = "\(error.line):\(error.column)"
      throw Refusal(
        .invalid, field: "scenario", value: position, message: "\(position): \(error.message)")
    }
    let start =
      if let typed = call.start { try parseStart(typed) } else { try startTime(of: scenario) }
    let steps = scenario.steps.map {
      DeviceStory.Step(at: start + $0.after, values: $0.values, note: $0.note)
    }
    return DeviceSchedule(steps: steps, end: start + scenario.length)
  }

  /// Returns the listed steps of the call. Their times count from the start in the call, or from now if it has none.
  /// Without a length, they end with the latest step.
  private func schedule(ofStepsIn call: PlayDevice) throws(Refusal) -> DeviceSchedule {
    let start = try call.start.map { text throws(Refusal) in try parseStart(text) } ?? now.wall
    var steps: [DeviceStory.Step] = []
    for step in call.steps ?? [] {
      let after = try offset(step.after, field: "steps.after")
      let values = try DeviceValue.read(step.values)
      steps.append(DeviceStory.Step(at: start + after, values: values, note: step.note))
    }
    let length = try call.length.map { seconds throws(Refusal) in
      try offset(seconds, field: "length")
    }
    let lastStepTime = steps.map(\.at).max() ?? start
    return DeviceSchedule(steps: steps, end: length.map { start + $0 } ?? lastStepTime)
  }

  /// Returns `seconds`, the time of a step after the start, as a duration. Throws a refusal of `field` if it is
  /// negative or longer than about ten years.
  private func offset(_ seconds: Double, field: String) throws(Refusal) -> Duration {
    guard (0...3.2e8).contains(seconds) else {
      throw Refusal(field: field, value: "\(seconds)", allowed: "0 to 3.2e8 seconds (ten years)")
    }
    return .nanoseconds(Int64(bounded: seconds * 1e9))
  }

  /// Parses the start in a call. Throws a refusal if the daemon has the system's clock, or if the start is in the past.
  private func parseStart(_ text: String) throws(Refusal) -> WallTime {
    guard time.clock.isSimulated else {
      throw Refusal(
        .invalid, field: "start", value: text,
        message: "start requires a simulated clock; leave it out, or run `rubatod --simulate`")
    }
    return try simulatedTime(text, field: "start")
  }

  /// Returns the time at which the scenario starts; on the system's clock, the current time. Throws a refusal if the
  /// simulated clock has passed the end of the scenario. If it has passed only the start, the steps until now are taken
  /// immediately.
  private func startTime(of scenario: StoryFile) throws(Refusal) -> WallTime {
    guard time.clock.isSimulated else { return now.wall }
    let start = LocalZone().wall(at: scenario.start)
    guard start + scenario.length > now.wall else {
      throw Refusal(
        .invalid, field: "scenario", value: scenario.start.text,
        message: "\(scenario.name) ends before \(now.wall.text), the time of the simulated clock,"
          + " which only moves forward; start rubatod with --start '\(scenario.start.text)'")
    }
    return start
  }
}

extension EngineView {
  /// Parses the value of `field`, a time to which a simulated clock can move. Throws a refusal if it is no time, is in
  /// the past, or is after the end of the clock.
  func simulatedTime(_ text: String, field: String) throws(Refusal) -> WallTime {
    let now = now.wall
    let moment = try TimeNotation.parse(text, field: field, now: now, zone: LocalZone())
    let time = moment.resolved(from: now)
    guard time <= VirtualClock.end else {
      throw Refusal(field: field, value: text, allowed: "up to \(VirtualClock.end.text)")
    }
    guard time >= now else {
      throw Refusal(
        .invalid, field: field, value: text,
        message: "\(field) '\(text)' is in the past: the simulated clock is at \(now.text)"
          + " and only moves forward")
    }
    return time
  }
}
