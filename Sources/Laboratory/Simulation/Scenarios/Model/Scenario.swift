import Scheduling

/// The life of a device: its properties, its places, and its user's use of apps.
package struct Scenario: Hashable, Sendable {
  package var name: String
  package var about: String?
  /// The local time at the start.
  package var start: CivilTime
  package var length: Duration
  package var seed: UInt64 = 1
  package var clock: LocalClock
  package var device = DeviceModel()
  package var apps: [AppModel] = []
  /// The work that belongs to no app.
  package var tasks: [ModelTask] = []
  /// The differences between the devices of a population with this life.
  package var population = Population()

  package init(name: String, start: CivilTime, length: Duration, clock: LocalClock) {
    self.name = name
    self.start = start
    self.length = length
    self.clock = clock
  }

  /// Returns the simulated time: from the beginning of the scenario to its end, and at least one second.
  ///
  /// - Parameter days: The number of days after which the time ends earlier; `nil` means no limit.
  package func range(days: Double? = nil) -> Range<WallTime> {
    let starts = clock.wall(LocalTime(seconds: start.universalSeconds))
    let length = days.map { min(self.length, .seconds($0 * 86400)) } ?? self.length
    return starts..<max(starts + .seconds(1), starts + length)
  }
}
