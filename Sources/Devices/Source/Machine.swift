import Dispatch
import Scheduling

/// This machine: all its sources, merged. It has a serial queue of its own, because files of a device
/// may take their time, and nothing else waits for them.
///
/// What it holds is touched on that queue only, which is what makes it safe to send.
package final class Machine: @unchecked Sendable {
  private let queue: DispatchQueue
  private let sources: [any DeviceSource]
  private let sleeping: (any SleepControl)?
  private let deliver: @Sendable (Event) -> Void
  private var aggregator: Aggregator
  /// Sources that have not reported for the first time.
  private var silent: Set<Int>
  private let firstReports = DispatchSemaphore(value: 0)
  /// Whether what was read first has been handed out.
  private var hasStarted = false
  private lazy var alarm = Alarm(queue) { [unowned self] in tellEnded() }

  /// How long a start waits for sources that do not answer.
  package static let firstReadingSeconds = 2.0
  /// How long a value outlives its source: systemd starts a service again within a second or two.
  static let fadeSeconds = 10.0

  /// - Parameters:
  ///   - sources: The most trusted first.
  ///   - deliver: Takes what was measured and what is said of sleep, on the machine's queue.
  init(
    _ sources: [any DeviceSource], sleeping: (any SleepControl)?, queue: DispatchQueue,
    fadeSeconds: Double = Machine.fadeSeconds,
    deliver: @escaping @Sendable (Event) -> Void
  ) {
    self.sources = sources
    self.sleeping = sleeping
    self.queue = queue
    self.deliver = deliver
    aggregator = Aggregator(sources.map(\.name), seconds: fadeSeconds)
    silent = Set(sources.indices)
  }

  /// Begins, and returns what is known when every source has said something, or should have.
  package func start() -> [Measurement] {
    queue.async { self.startSources() }
    _ = firstReports.wait(timeout: .now() + Self.firstReadingSeconds)
    return queue.sync {
      hasStarted = true
      return aggregator.all
    }
  }

  private func startSources() {
    if sources.isEmpty { firstReports.signal() }
    for (index, source) in sources.enumerated() {
      source.start { [unowned self] in take($0, from: index) }
    }
    sleeping?.start { [unowned self] in deliver(.sleep(isComing: $0)) }
  }

  private func take(_ values: [DeviceValue], from source: Int) {
    tell(aggregator.take(values, from: source, at: now))
    if !hasStarted, silent.remove(source) != nil, silent.isEmpty { firstReports.signal() }
  }

  /// Monotonic seconds.
  private var now: Double { Double(DispatchTime.now().uptimeNanoseconds) / 1e9 }

  private func tellEnded() {
    tell(aggregator.takeEnded(at: now))
  }

  private func tell(_ changes: [Measurement]) {
    if hasStarted, !changes.isEmpty { deliver(.measured(changes, isLook: false)) }
    guard let next = aggregator.nextEnd else { return alarm.clear() }
    alarm.set(afterMicroseconds: UInt64(bounded: (max(0, next - now) * 1e6).rounded(.up)))
  }

  /// Reads what does not tell of its changes; ends with an event that says so.
  package func look() {
    queue.async { [self] in
      var missing = sources.count
      if missing == 0 { deliver(.measured([], isLook: true)) }
      for source in sources {
        source.look { [unowned self] in
          missing -= 1
          if missing == 0 { deliver(.measured([], isLook: true)) }
        }
      }
    }
  }

  /// What has to be read from time to time from now on.
  package func attend(to attention: PollingNeeds) {
    queue.async { for source in self.sources { source.attend(to: attention) } }
  }

  /// Which paths somebody asks for from now on.
  package func watch(_ paths: [ExactString]) {
    queue.async { for source in self.sources { source.watch(paths) } }
  }

  /// Nothing stands in the way of a sleep that was announced.
  package func letSleep() {
    queue.async { self.sleeping?.letSleep() }
  }

  /// Keeps the machine from sleeping for a reason that people read; nil lets it.
  package func preventSleep(_ why: String?) {
    queue.async { self.sleeping?.preventSleep(why) }
  }

  /// Lets go of everything.
  package func stop() {
    queue.sync {
      for source in sources { source.stop() }
      sleeping?.stop()
    }
  }
}
