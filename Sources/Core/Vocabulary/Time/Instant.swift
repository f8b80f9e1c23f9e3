/// One moment, read on all three clocks at once.
///
/// Windows and calendars use `wall`, steadiness and the time since boot use `boot`, and what a run
/// may use up (budget, grace, backoff) uses `awake`: a lid closed in the middle of a run is no
/// overrun.
package struct Instant: Hashable, Codable, Sendable {
  package var wall: WallTime
  package var boot: BootTime
  package var awake: AwakeTime

  @inlinable package init(wall: WallTime, boot: BootTime, awake: AwakeTime) {
    self.wall = wall
    self.boot = boot
    self.awake = awake
  }

  /// The moment `duration` later on a machine that neither sleeps nor has its clock set.
  @inlinable package func advanced(by duration: Duration) -> Instant {
    Instant(wall: wall + duration, boot: boot + duration, awake: awake + duration)
  }
}
