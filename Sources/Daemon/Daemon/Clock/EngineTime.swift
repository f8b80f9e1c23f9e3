import Descriptors
import Devices
import Scheduling

/// The engine's clock, its alarm, and all deadlines apart from the scheduler's. Used on the engine's loop only.
final class EngineTime {
  var clock: EngineClock
  /// The values that the device gets at given moments.
  var playedDevice = DeviceStory()
  /// Calls that wait for a simulated clock to reach a moment.
  var waiters = ClockWaiters()
  /// Processes of apps that sleep on a simulated clock.
  var sleeps = AppSleeps()
  /// Real awake nanoseconds at which the next step is due; `nil` if none is.
  var dueAt: Int64?
  private var clockChanges = ClockChanges()
  /// The real awake time of the last check of the system's zone; `nil` before the first. In nanoseconds, as `real`.
  private var zoneChecked: Int64?
  private static let zoneCheckInterval: Int64 = 10_000_000
  private var alarm: LoopTimer?
  private var watch: ClockWatch?

  init(_ clock: EngineClock) {
    self.clock = clock
  }

  /// Creates the alarm on `loop`, and for the system's clock the watch that notices when it is set.
  ///
  /// - Parameters:
  ///   - ring: Called when the next step is due.
  ///   - change: Called when the machine's clock was set.
  func begin(
    on loop: EventLoop, ring: @escaping () -> Void, change: @escaping () -> Void
  ) throws(DaemonError) {
    alarm = LoopTimer(on: loop, .boot, comesFirst: true, onTime: ring)
    if !clock.isSimulated { watch = try ClockWatch(loop: loop, changed: change) }
  }

  /// Makes later uses of the system's zone use its present rules, which an administrator can change. Each check reads
  /// the file system, so there is at most one in 10 ms. Called before each step.
  func refreshZone() {
    let real = EngineClock.real
    if let zoneChecked, real - zoneChecked < Self.zoneCheckInterval { return }
    zoneChecked = real
    LocalZone.refresh()
  }

  /// Clears the known zone changes. Called after a change to or from summer time, or of the system's zone.
  func noteZoneChange() { clockChanges.forget() }

  /// Returns the time until the next deadline, on the engine's clock; `nil` if there is none.
  ///
  /// - Parameter scheduled: The time until the scheduler's next deadline.
  func delay(scheduled: Duration?) -> Duration? {
    let now = clock.now
    let ownDelays = [playedDevice.next, waiters.next, sleeps.next].compactMap(\.self).map {
      max($0 - now.wall, .zero)
    }
    guard let delay = (ownDelays + [scheduled].compactMap(\.self)).min() else { return nil }
    // If clocks are set before the deadline, the delay ends then: deadlines that follow the calendar move.
    let clockChange = clockChanges.change(after: now.wall, to: now.wall + delay)
    return clockChange.map { $0 - now.wall } ?? delay
  }

  /// Sets the alarm, which calls the `ring` of `begin` after `delay` in real time. Clears the alarm if `delay` is
  /// `nil`.
  func setAlarm(after delay: Duration?) {
    // 36 years, so that the sum does not overflow.
    let longestNanoseconds: Int64 = 1 << 60
    dueAt = delay.map { EngineClock.real + min($0.nanoseconds, longestNanoseconds) }
    if let delay { alarm?.keep(after: delay) } else { alarm?.clear() }
  }
}
