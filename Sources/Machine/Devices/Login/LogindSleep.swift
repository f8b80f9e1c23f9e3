import Bus

/// Delays sleep through logind: briefly when it is announced, and completely while a run requires it.
final class LogindSleep: SleepControl {
  private let watch: SleepWatch
  private let block: SleepInhibitor

  /// - Parameters:
  ///   - bus: The system bus, on the devices' queue.
  ///   - log: Called with messages for the administrator.
  init(bus: Bus, log: @escaping (String) -> Void) {
    watch = SleepWatch(bus: bus, complain: log)
    block = SleepInhibitor(bus: bus, complain: log)
  }

  func start(_ report: @escaping (Bool) -> Void) {
    watch.start(report)
  }

  func letSleep() {
    watch.ready()
  }

  func preventSleep(_ why: String?) {
    if let why { block.hold(because: why) } else { block.release() }
  }

  /// Releases both inhibitors and stops following logind. Nothing is reported any more.
  func stop() {
    watch.stop()
    block.stop()
  }
}
