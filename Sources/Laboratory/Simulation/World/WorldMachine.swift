import Scheduling

/// The machine of a world.
struct WorldMachine: Sendable {
  /// The values that the decider has received.
  var device = DeviceState()
  var reactive: (any ReactiveDevice)?
  var load = DeviceLoad()
  /// The end of the machine's sleep; `nil` if it is awake.
  var asleepUntil: WallTime?
  /// The end of the sleep that its alarm has interrupted; `nil` if it was not woken.
  var wokenUntil: WallTime?
  /// The changes while it slept.
  var missed: [TimelineStep.TimelineEvent] = []
  var zoneSeconds = 0
  /// Whether daily work begins with the first report of power, if there will be one.
  var awaitsPower: Bool

  init(_ reactive: (any ReactiveDevice)?, awaitsPower: Bool) {
    self.reactive = reactive
    self.awaitsPower = awaitsPower
  }
}
