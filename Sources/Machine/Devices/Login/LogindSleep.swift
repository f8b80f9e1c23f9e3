import Bus

/// Delays sleep through logind: briefly when it is announced, and completely while a run requires it.
final class LogindSleep: SleepControl {
  private let watch: SleepWatch
  private let block: SleepInhibitor
  private let wokenBlock: SleepInhibitor
  private let suspension: Suspension

  /// - Parameters:
  ///   - bus: The system bus, on the devices' queue.
  ///   - log: Called with messages for the administrator.
  init(bus: Bus, log: @escaping (String) -> Void) {
    watch = SleepWatch(bus: bus, complain: log)
    block = SleepInhibitor(bus: bus, complain: log)
    // logind obeys a closed lid again half a minute after a wake, unless this is inhibited as well.
    wokenBlock = SleepInhibitor(bus: bus, operations: "sleep:handle-lid-switch", complain: log)
    suspension = Suspension(bus: bus, log: log)
  }

  func start(_ report: @escaping (_ isSleepComing: Bool) -> Void) {
    watch.start(report)
  }

  func letSleep() {
    watch.permitSleep()
  }

  func preventSleep(_ why: String?) {
    if let why { block.inhibitSleep(because: why) } else { block.permitSleep() }
  }

  func keepAwake(_ why: String?) {
    if let why { wokenBlock.inhibitSleep(because: why) } else { wokenBlock.permitSleep() }
  }

  func sleepAgain() {
    wokenBlock.permitSleep()
    suspension.suspendUnlessPrevented()
  }

  /// Releases all inhibitors and stops following logind. Nothing is reported any more.
  func stop() {
    watch.stop()
    block.stop()
    wokenBlock.stop()
    suspension.stop()
  }
}
