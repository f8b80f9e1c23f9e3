/// The time until another attempt, which doubles with each attempt.
struct RetryDelay {
  /// The first time. A stopped daemon creates its mark within this time. After that the daemon has crashed; with a
  /// socket of systemd's, it can be back without any change in the directory.
  static let shortest = Duration.seconds(1)

  private let longest: Duration
  private var following = Self.shortest

  init(longest: Duration = .seconds(30)) { self.longest = longest }

  /// Returns the time until the next attempt.
  mutating func next() -> Duration {
    defer { following = min(following * 2, longest) }
    return following
  }

  /// Starts again with the shortest time, after a success.
  mutating func reset() { following = Self.shortest }
}
