import Scheduling

/// A world to be simulated: the same for every decider.
package struct Experiment: Sendable {
  package var timeline: Timeline
  package var workload: Workload
  /// The parts of the device that follow from its use; `nil` if the timeline contains everything.
  package var device: (any ReactiveDevice)?
  package var settings: Settings
  package var seed: UInt64

  package init(
    timeline: Timeline, workload: Workload, device: (any ReactiveDevice)? = nil,
    settings: Settings, seed: UInt64
  ) {
    self.timeline = timeline
    self.workload = workload
    self.device = device
    self.settings = settings
    self.seed = seed
  }

  /// Simulates the world with the scheduler.
  ///
  /// - Parameter progress: Receives the share of the time that is simulated, 0 to 1.
  package func log(
    keeping: Log.Retention = .runs, progress: ((Double) -> Void)? = nil
  ) throws(SimulationError) -> Log {
    try log(of: scheduler, keeping: keeping, progress: progress)
  }

  /// Simulates the world with a decider that `make` creates for the moment at which the world begins.
  package func log<Core: SchedulerUnderTest>(
    of make: (Instant) -> Core, keeping: Log.Retention = .runs,
    progress: ((Double) -> Void)? = nil
  ) throws(SimulationError) -> Log {
    var world = World(self, keeping: keeping, make)
    let simulatedSeconds = max(1, (timeline.ends - timeline.starts).seconds)
    try world.play(timeline.steps, until: timeline.ends) { moment in
      progress?((moment - timeline.starts).seconds / simulatedSeconds)
    }
    world.endWaits()
    return world.log
  }

  /// Creates a scheduler without stored requests, with the settings of this world.
  package func scheduler(at now: Instant) -> Scheduler {
    var settings = timeline.knowsMinutes ? settings : settings.withoutMinutes()
    // A simulated device has as many apps and tasks as its timeline: the limits of users do not apply.
    let unlimited = 100_000
    settings.appsPerUser = max(settings.appsPerUser, unlimited)
    settings.requestsPerUser = max(settings.requestsPerUser, unlimited)
    // Its tasks can be those of root.
    settings.usersMayWake = true
    return Scheduler.load(Snapshot(), settings: settings, at: now, bootID: "simulated").scheduler
  }
}
