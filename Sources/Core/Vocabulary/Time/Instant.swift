/// One moment, read on all three clocks at the same time.
///
/// Windows and calendars use `wall`. Steadiness and the time since boot use `boot`. Limits of a run (budget, grace,
/// backoff) use `awake`: a lid closed during a run causes no overrun.
public struct Instant: Hashable, Codable, Sendable {
  public var wall: WallTime
  public var boot: BootTime
  public var awake: AwakeTime

  @inlinable public init(wall: WallTime, boot: BootTime, awake: AwakeTime) {
    self.wall = wall
    self.boot = boot
    self.awake = awake
  }

  /// The total sleep of the machine since its boot.
  @inlinable public var slept: Duration { .nanoseconds(boot.nanoseconds - awake.nanoseconds) }

  /// Returns whether the machine has slept since `earlier`, a moment of the same boot. Differences under a second come
  /// from reading one clock after the other.
  @inlinable public func hasSlept(since earlier: Instant) -> Bool {
    slept - earlier.slept >= .seconds(1)
  }

  /// Returns the moment `duration` later on a machine that neither sleeps nor has its clock set.
  @inlinable public func advanced(by duration: Duration) -> Instant {
    // In 64 bits once, and not for each clock.
    let length = duration.wholeNanoseconds
    return Instant(
      wall: wall.advanced(byNanoseconds: length), boot: boot.advanced(byNanoseconds: length),
      awake: awake.advanced(byNanoseconds: length))
  }
}
