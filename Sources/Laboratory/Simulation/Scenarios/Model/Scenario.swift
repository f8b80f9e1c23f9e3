import Scheduling

/// A life of a device: what it is, where it is taken, and what its user does with which apps.
package struct Scenario: Hashable, Sendable {
  package var name: String
  package var about: String?
  /// What a wall clock shows where the device is.
  package var start: CivilTime
  package var length: Duration
  package var seed: UInt64 = 1
  package var clock: LocalClock
  package var device = DeviceModel()
  package var apps: [AppModel] = []
  /// Work that stands for itself.
  package var tasks: [ModelTask] = []
  /// How the devices of a population differ that lives like this.
  package var population = Population()

  package init(name: String, start: CivilTime, length: Duration, clock: LocalClock) {
    self.name = name
    self.start = start
    self.length = length
    self.clock = clock
  }

  /// From its beginning to its end.
  ///
  /// - Parameter days: at most so many of them.
  package func range(days: Double? = nil) -> Range<WallTime> {
    let starts = clock.wall(LocalTime(seconds: start.universalSeconds))
    let length = days.map { min(self.length, .seconds($0 * 86400)) } ?? self.length
    return starts..<max(starts + .seconds(1), starts + length)
  }
}
