import Bus

/// Holds sleep back through logind: for a moment when it is announced, and altogether while a run
/// asks for that.
final class LogindSleep: SleepControl {
  private let watch: SleepWatch
  private let block: SleepInhibitor

  /// - Parameters:
  ///   - bus: the system's, on the devices' queue.
  ///   - log: takes what an administrator should know.
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

  func stop() {
    watch.stop()
    block.stop()
  }
}
