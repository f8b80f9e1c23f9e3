/// The time until another attempt, which doubles with each attempt.
struct RetryDelay {
  /// The first time. A stopped daemon creates its mark within this time. After that the daemon has crashed; with a
  /// socket of systemd's, it can be back without any change in the directory.
  static let shortest = Duration.seconds(1)

  private static let longest = Duration.seconds(30)

  private var following = Self.shortest

  /// Returns the time until the next attempt.
  mutating func next() -> Duration {
    defer { following = min(following * 2, Self.longest) }
    return following
  }

  /// Starts again with the shortest time, after a success.
  mutating func reset() { following = Self.shortest }
}
