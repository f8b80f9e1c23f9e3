import Scheduling

/// The machine of a world.
struct WorldMachine: Sendable {
  /// The values that the contender has received.
  var device = DeviceState()
  var reactive: (any ReactiveDevice)?
  var load = DeviceLoad()
  /// Up to when the machine sleeps, while it does.
  var asleepUntil: WallTime?
  /// The changes while it slept.
  var missed: [TimelineStep.TimelineEvent] = []
  var zoneSeconds = 0
  /// Daily work begins with the first word of power, if there will be one.
  var awaitsPower: Bool

  init(_ reactive: (any ReactiveDevice)?, awaitsPower: Bool) {
    self.reactive = reactive
    self.awaitsPower = awaitsPower
  }
}
