/// When the scheduler wants to be asked next, on each clock; nil where nothing waits for that clock.
package struct Wake: Hashable, Sendable {
  package var wall: WallTime?
  package var boot: BootTime?
  package var awake: AwakeTime?

  package init() {}

  mutating func include(_ moment: WallTime?) {
    wall = [wall, moment].compactMap(\.self).min()
  }

  mutating func include(_ moment: BootTime?) {
    boot = [boot, moment].compactMap(\.self).min()
  }

  mutating func include(_ moment: AwakeTime?) {
    awake = [awake, moment].compactMap(\.self).min()
  }

  /// How long until the first of the three, not below zero; nil where nothing is awaited. Sleep and
  /// a clock that is set change the answer, so it is asked anew after either.
  package func delay(from now: Instant) -> Duration? {
    [wall.map { $0 - now.wall }, boot.map { $0 - now.boot }, awake.map { $0 - now.awake }]
      .compactMap(\.self).min().map { max($0, .zero) }
  }
}
