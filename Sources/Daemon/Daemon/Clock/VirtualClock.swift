import Scheduling

/// A clock for `--simulate`. It stands still until it is moved or has a rate. While an unfrozen run is alive, it
/// passes at real speed, so that real commands can be exercised over simulated weeks. Time that all runs sleep is
/// skipped.
struct VirtualClock {
  /// The end of the clock: the year 2200. 64 bits of nanoseconds end in 2262, and windows reach beyond the present.
  static let end = WallTime(seconds: 7_258_118_400)

  /// The virtual instant at the moment `anchor`.
  private var base: Instant
  /// Real awake time at which the clock last changed its pace, in nanoseconds.
  private var anchor: Int64
  /// Virtual seconds per real second while nothing runs; 0 stands still.
  private(set) var rate = 0.0
  private(set) var hasRuns = false
  /// Time that was skipped while runs were alive.
  private(set) var slept = Duration.zero

  init(at start: Instant, real: Int64) {
    base = start
    anchor = real
  }

  /// Virtual seconds that pass per real second at present.
  var pace: Double { hasRuns ? 1 : rate }

  /// Returns the virtual time at the real awake time `real`, in nanoseconds; at most the end of the clock.
  func now(real: Int64) -> Instant {
    let passed = Duration.nanoseconds(Int64(bounded: Double(real - anchor) * pace))
    return base.advanced(by: min(passed, timeToEnd))
  }

  /// Whether the clock reaches its end before `delay` has passed at `now`.
  func ends(within delay: Duration, at now: Instant) -> Bool { delay > Self.end - now.wall }

  /// The time from the base to the end of the clock.
  private var timeToEnd: Duration { max(.zero, Self.end - base.wall) }

  /// Sets the virtual seconds per real second while nothing runs, from the real awake time `real` on, in nanoseconds.
  mutating func setRate(_ rate: Double, real: Int64) {
    moveBase(to: real)
    self.rate = rate
  }

  /// Records from the real awake time `real` on, in nanoseconds, whether anything runs. While it does, the clock passes
  /// at real speed.
  mutating func setHasRuns(_ hasRuns: Bool, real: Int64) {
    guard hasRuns != self.hasRuns else { return }
    moveBase(to: real)
    self.hasRuns = hasRuns
  }

  /// Moves the clock forward immediately. Called only while nothing runs or every run sleeps, since the time of a
  /// run cannot be skipped otherwise.
  mutating func jump(by duration: Duration, real: Int64) {
    moveBase(to: real)
    let skipped = min(duration, timeToEnd)
    base = base.advanced(by: skipped)
    if hasRuns { slept += skipped }
  }

  /// Moves the base of the clock to its present time, so that another pace can apply from then on.
  private mutating func moveBase(to real: Int64) {
    base = now(real: real)
    anchor = real
  }
}
