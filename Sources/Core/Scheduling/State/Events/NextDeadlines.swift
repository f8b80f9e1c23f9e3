/// The next deadline of the scheduler on each clock; `nil` if none is on that clock.
package struct NextDeadlines: Hashable, Sendable {
  package var wall: WallTime?
  package var boot: BootTime?
  package var awake: AwakeTime?

  package init() {}

  /// Includes a deadline of one part: keeps the earlier of `moment` and the deadline so far. `nil` changes nothing.
  mutating func include(_ moment: WallTime?) {
    wall = earlier(wall, moment)
  }

  /// Includes a deadline on the boot clock, as for the wall clock.
  mutating func include(_ moment: BootTime?) {
    boot = earlier(boot, moment)
  }

  /// Includes a deadline on the awake clock, as for the wall clock.
  mutating func include(_ moment: AwakeTime?) {
    awake = earlier(awake, moment)
  }

  /// Returns the time until the first of the three deadlines, not below zero; `nil` if there is none. Sleep and a set
  /// clock change the result, so it must be computed again after either.
  package func delay(from now: Instant) -> Duration? {
    let wallDelay = wall.map { $0 - now.wall }
    let bootDelay = boot.map { $0 - now.boot }
    let awakeDelay = awake.map { $0 - now.awake }
    let shortest = earlier(wallDelay, earlier(bootDelay, awakeDelay))
    return shortest.map { max($0, .zero) }
  }
}
