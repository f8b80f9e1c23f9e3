import CLinux
import Scheduling

/// The clock that the engine reads: the system's, or a virtual one.
enum EngineClock {
  case system
  case simulated(VirtualClock)

  /// Real awake time in nanoseconds.
  static var real: Int64 { rubato_clock_awake() }

  /// The present time of this clock.
  var now: Instant {
    switch self {
    case .system: Self.systemNow
    case .simulated(let clock): clock.now(real: Self.real)
    }
  }

  /// The present time of the machine's clocks, limited to the range that the scheduler can use.
  static var systemNow: Instant {
    Instant(
      wall: WallTime(nanoseconds: rubato_clock_wall()),
      boot: BootTime(nanoseconds: rubato_clock_boot()),
      awake: AwakeTime(nanoseconds: rubato_clock_awake())
    ).bounded
  }

  /// The start of a new virtual clock: the present date, on a machine that booted an hour ago.
  static var simulationStart: Instant {
    Instant(
      wall: systemNow.wall, boot: BootTime(seconds: 3600), awake: AwakeTime(seconds: 3600))
  }

  /// Whether the clock is a virtual one, of a daemon with `--simulate`.
  var isSimulated: Bool {
    if case .simulated = self { true } else { false }
  }

  /// Returns the real time in which `delay` passes on this clock; `nil` if a simulated clock stands still, or reaches
  /// its end before.
  func realDelay(_ delay: Duration) -> Duration? {
    switch self {
    case .system: return delay
    case .simulated(let clock):
      let stopsBefore = clock.pace == 0 || clock.ends(within: delay, at: now)
      // A deadline that has passed is due on any clock.
      guard !stopsBefore else { return delay <= .zero ? .zero : nil }
      let realNanoseconds = Double(delay.nanoseconds) / clock.pace
      // At most 285 years, which 64 bits can contain: a slow clock makes the quotient large.
      return .nanoseconds(Int64(bounded: min(9e18, realNanoseconds)))
    }
  }

  /// Passes a virtual clock to `body`, which can change it, with the real awake time in nanoseconds. Does nothing to
  /// the system's clock.
  mutating func withVirtual(_ body: (inout VirtualClock, Int64) -> Void) {
    guard case .simulated(var clock) = self else { return }
    body(&clock, Self.real)
    self = .simulated(clock)
  }
}
