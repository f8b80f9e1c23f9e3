import Files
import Scheduling
import Simulation

/// Reads the `device` of a scenario: a story, which is a list of steps, or habits.
struct DeviceReader {
  let calendar: Calendar

  private static let keys = [
    "battery", "heat", "low-power", "charger", "places", "whereabouts", "sleep", "use", "screen",
    "set", "steps", "slowness",
  ]

  /// Reads a device. A list of steps is a complete story, in which nothing is modelled. A mapping contains habits, from
  /// which power, battery, heat and use follow.
  func read(_ node: Node, file: String) throws(FileError) -> DeviceModel {
    var device = DeviceModel()
    if case .sequence = node {
      // The screen is not modelled either: only the steps report its light.
      device.hasScreen = false
      device.isReported = true
      device.changes = try changes(node, key: "device", file: file)
      return device
    }
    let fields = try Fields(node, describing: "'device'", allowed: Self.keys, file: file)
    device.battery = try battery(fields)
    device.heat = try heat(fields)
    device.lowPower = try fields.value("low-power", allowed: "on, off, when-low") { text in
      ["on": .always(true), "off": .always(false), "when-low": .whenLow][text]
    }
    device.slowness = try fields.number("slowness", in: 0.01...1000) ?? 1
    try readHabits(fields, &device)
    try readScreen(fields, &device)
    device.always = try values(fields)
    if let steps = fields.node("steps") {
      device.changes = try changes(steps, key: "steps", file: file)
    }
    try checkNoModelledValue(device, fields)
    return device
  }

  /// Reads a list of steps as device values, each at a time after the start. `key` names the list in errors.
  private func changes(
    _ node: Node, key: String, file: String
  ) throws(FileError) -> [DeviceModel.Change] {
    try StoryFile.steps(of: node, key: key, start: calendar.start, file: file).map {
      DeviceModel.Change(after: $0.after, values: $0.values)
    }
  }

  /// Throws an error if `set` or `steps` contain a value that the model of the device computes: power, and the
  /// battery, the heat and the low-power mode if they are modelled.
  private func checkNoModelledValue(_ device: DeviceModel, _ fields: Fields) throws(FileError) {
    var modelled: [ExactString] = ["power"]
    if device.battery != nil { modelled.append("battery") }
    if device.heat != nil { modelled.append("thermal") }
    if device.lowPower != nil { modelled.append("low-power") }
    let reported = device.always + device.changes.flatMap(\.values)
    guard let value = reported.first(where: { modelled.contains($0.key) }),
      let node = fields.node(device.always.contains(value) ? "set" : "steps")
    else { return }
    throw fields.error(
      at: node,
      "'\(value.key)' cannot be set if it follows from battery, heat, low-power and charger;"
        + " omit it here")
  }

  // MARK: Body

  /// Reads the battery, with the defaults of `BatteryModel` for absent keys; `nil` for `battery: none`.
  private func battery(_ fields: Fields) throws(FileError) -> BatteryModel? {
    if fields.hasWord("none", at: "battery") { return nil }
    var battery = BatteryModel()
    let keys = ["level", "drain", "charging", "top-up", "health", "hot-factor", "rescued-at"]
    guard let batteryFields = try fields.mapping("battery", allowed: keys) else { return battery }
    battery.level = try batteryFields.wholeNumber("level", in: 0...100) ?? battery.level
    battery.charging = try batteryFields.number("charging", in: 0...10_000) ?? battery.charging
    battery.topUpShare = try batteryFields.share("top-up") ?? battery.topUpShare
    battery.health = try batteryFields.share("health") ?? battery.health
    battery.hotFactor = try batteryFields.number("hot-factor", in: 1...10) ?? battery.hotFactor
    // Such a charge ends at 80 %, so it begins at a lower level.
    battery.rescuedAt = try batteryFields.wholeNumber("rescued-at", in: 0...79)
    guard battery.health >= 0.01 else {
      throw batteryFields.place.error(
        "health must be 1% or more; a dead battery is 'battery: none'")
    }
    try readDrain(batteryFields, &battery)
    return battery
  }

  /// Reads the rates at which the battery drains, in percent an hour; rates without a key are unchanged.
  private func readDrain(_ fields: Fields, _ battery: inout BatteryModel) throws(FileError) {
    let range = 0.0...10_000.0
    guard
      let drain = try fields.mapping("drain", allowed: ["screen-on", "screen-off", "asleep"])
    else { return }
    battery.screenOnDrain = try drain.number("screen-on", in: range) ?? battery.screenOnDrain
    battery.screenOffDrain = try drain.number("screen-off", in: range) ?? battery.screenOffDrain
    battery.asleepDrain = try drain.number("asleep", in: range) ?? battery.asleepDrain
  }

  /// Reads how the device warms and cools, with the defaults of `HeatModel` for absent keys; `nil` for `heat: none`.
  /// Throws an error unless each threshold is above the one before by more than `hysteresis`.
  private func heat(_ fields: Fields) throws(FileError) -> HeatModel? {
    if fields.hasWord("none", at: "heat") { return nil }
    var heat = HeatModel()
    let keys = [
      "screen", "charging", "warming", "cooling", "fair", "serious", "critical", "hysteresis",
    ]
    guard let heatFields = try fields.mapping("heat", allowed: keys) else { return heat }
    heat.screen = try heatFields.number("screen", in: 0...100) ?? heat.screen
    heat.charging = try heatFields.number("charging", in: 0...100) ?? heat.charging
    heat.warming = try heatFields.number("warming", in: 0.001...1000) ?? heat.warming
    heat.cooling = try heatFields.number("cooling", in: 0.001...1000) ?? heat.cooling
    heat.fair = try heatFields.number("fair", in: -50...200) ?? heat.fair
    heat.serious = try heatFields.number("serious", in: -50...200) ?? heat.serious
    heat.critical = try heatFields.number("critical", in: -50...200) ?? heat.critical
    heat.hysteresis = try heatFields.number("hysteresis", in: 0.1...50) ?? heat.hysteresis
    let steps = [heat.fair, heat.serious, heat.critical]
    guard zip(steps, steps.dropFirst()).allSatisfy({ $1 - $0 > heat.hysteresis }) else {
      throw heatFields.place.error(
        "fair, serious and critical must each rise by more than hysteresis; they are"
          + " \(steps[0]), \(steps[1]), \(steps[2]) with \(heat.hysteresis)")
    }
    return heat
  }
}
