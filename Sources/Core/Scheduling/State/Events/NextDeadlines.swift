/// The next deadline of the scheduler on each clock; `nil` if none is on that clock.
package struct NextDeadlines: Hashable, Sendable {
  package var wall: WallTime?
  package var boot: BootTime?
  package var awake: AwakeTime?

  package init() {}

  mutating func include(_ moment: WallTime?) {
    wall = earlier(wall, moment)
  }

  mutating func include(_ moment: BootTime?) {
    boot = earlier(boot, moment)
  }

  mutating func include(_ moment: AwakeTime?) {
    awake = earlier(awake, moment)
  }

  /// Returns the time until the first of the three deadlines, not below zero; `nil` if there is none. Sleep and a set
  /// clock change the result, so it must be computed again after either.
  package func delay(from now: Instant) -> Duration? {
    let rest = earlier(
      wall.map { $0 - now.wall },
      earlier(boot.map { $0 - now.boot }, awake.map { $0 - now.awake }))
    return rest.map { max($0, .zero) }
  }
}
