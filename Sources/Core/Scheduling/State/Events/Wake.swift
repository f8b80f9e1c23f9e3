/// When the scheduler wants to be asked next, on each clock; nil where nothing waits for that clock.
package struct Wake: Hashable, Sendable {
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

  /// How long until the first of the three, not below zero; nil where nothing is awaited. Sleep and
  /// a clock that is set change the answer, so it is asked anew after either.
  package func delay(from now: Instant) -> Duration? {
    let rest = earlier(
      wall.map { $0 - now.wall },
      earlier(boot.map { $0 - now.boot }, awake.map { $0 - now.awake }))
    return rest.map { max($0, .zero) }
  }
}
