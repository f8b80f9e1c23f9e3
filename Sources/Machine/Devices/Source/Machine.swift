import CLinux
import Descriptors
import Scheduling

/// This machine: all its sources, merged. The machine has an event loop of its own, because files of a device can be
/// slow, and no other work must wait for them.
///
/// The machine's state is used on that loop only, so it is safe to send.
package final class Machine: @unchecked Sendable {
  private let loop: EventLoop
  private let sources: [any DeviceSource]
  private let sleepControl: (any SleepControl)?
  private let deliver: @Sendable (Event) -> Void
  private var aggregator: Aggregator
  /// Sources that have not reported yet.
  private var silentSources: Set<Int>
  private let firstReports = Latch()
  /// Whether the first readings have been returned.
  private var hasStarted = false
  /// The timer for the next value without a source that becomes unknown.
  private lazy var endTimer = LoopTimer(on: loop) { [unowned self] in deliverEnded() }

  private lazy var wakeTimer = WakeTimer(loop)

  /// Longest wait of a start for sources that do not answer.
  static let firstReadings = Duration.seconds(2)
  /// Time for which a value outlives its source: systemd restarts a service within a second or two.
  static let secondsWithoutSource = 10.0

  /// Prepares the device state with the values that the sources assume until their first report.
  /// - Parameters:
  ///   - sources: The sources, the most trusted first.
  ///   - deliver: Called with measurements and sleep events, on the machine's loop.
  init(
    _ sources: [any DeviceSource], sleepControl: (any SleepControl)?, loop: EventLoop,
    secondsWithoutSource: Double = Machine.secondsWithoutSource,
    deliver: @escaping @Sendable (Event) -> Void
  ) {
    self.sources = sources
    self.sleepControl = sleepControl
    self.loop = loop
    self.deliver = deliver
    aggregator = Aggregator(sources.map(\.name), secondsWithoutSource: secondsWithoutSource)
    silentSources = Set(sources.indices)
    // The changes are not delivered: nothing is delivered before `start`.
    for (index, source) in sources.enumerated() {
      _ = aggregator.apply(source.assumed, from: index, at: 0)
    }
  }

  /// Starts the sources, and blocks until every source has reported, at most two seconds. Returns the known values;
  /// later changes are delivered.
  package func start() -> [Measurement] {
    loop.execute { self.startSources() }
    _ = firstReports.wait(atMost: Self.firstReadings)
    return loop.sync {
      hasStarted = true
      return aggregator.all
    }
  }

  /// Starts all sources and the watch of sleep. Called on the machine's loop.
  private func startSources() {
    if sources.isEmpty { firstReports.open() }
    for (index, source) in sources.enumerated() {
      source.start { [unowned self] in apply($0, from: index) }
    }
    sleepControl?.start { [unowned self] in deliver(.sleep(isComing: $0)) }
  }

  /// Merges a report of a source, and delivers the changes. The first report of the last source ends the wait of
  /// `start`.
  private func apply(_ values: [DeviceValue], from source: Int) {
    deliverChanges(aggregator.apply(values, from: source, at: now))
    let isFirstReport = !hasStarted && silentSources.remove(source) != nil
    if isFirstReport, silentSources.isEmpty { firstReports.open() }
  }

  /// Monotonic seconds.
  private var now: Double { Double(rubato_clock_awake()) / 1e9 }

  /// Delivers the fields that have become unknown.
  private func deliverEnded() {
    deliverChanges(aggregator.removeEnded(at: now))
  }

  /// Delivers changes of the device state, unless the first readings have not been returned yet. Sets the timer for the
  /// next value that becomes unknown.
  private func deliverChanges(_ changes: [Measurement]) {
    if hasStarted, !changes.isEmpty { deliver(.measured(changes, isFullPoll: false)) }
    guard let next = aggregator.nextEnd else { return endTimer.clear() }
    let microseconds = (max(0, next - now) * 1e6).rounded(.up)
    endTimer.set(after: .microseconds(Int64(bounded: microseconds)))
  }

  /// Polls all sources. After the last one is done, delivers an event with `isFullPoll` set and without measurements.
  package func poll() {
    loop.execute { [self] in
      var pendingCount = sources.count
      if pendingCount == 0 { deliver(.measured([], isFullPoll: true)) }
      for source in sources {
        source.poll { [unowned self] in
          pendingCount -= 1
          if pendingCount == 0 { deliver(.measured([], isFullPoll: true)) }
        }
      }
    }
  }

  /// Sets the fields to poll from now on.
  package func setPollingNeeds(_ needs: PollingNeeds) {
    loop.execute { for source in self.sources { source.setPollingNeeds(needs) } }
  }

  /// Sets the cgroups of our runs, below the root of cgroups, whose load is not counted.
  package func setOwnCgroups(_ cgroups: [String]) {
    loop.execute { for source in self.sources { source.setOwnCgroups(cgroups) } }
  }

  /// Sets the requested paths.
  package func watch(_ paths: [ExactString]) {
    loop.execute { for source in self.sources { source.watch(paths) } }
  }

  /// Permits the announced sleep.
  package func letSleep() {
    loop.execute { self.sleepControl?.letSleep() }
  }

  /// Keeps the machine from sleeping, for a displayed reason; `nil` permits sleep.
  package func preventSleep(_ why: String?) {
    loop.execute { self.sleepControl?.preventSleep(why) }
  }

  /// Keeps a machine that was woken for work from sleeping, for a displayed reason; `nil` permits sleep.
  package func keepAwake(_ why: String?) {
    loop.execute { self.sleepControl?.keepAwake(why) }
  }

  /// Puts a machine that was woken for work to sleep, unless another program prevents that.
  package func sleepAgain() {
    loop.execute { self.sleepControl?.sleepAgain() }
  }

  /// Sets the alarm that wakes the machine if it sleeps then; `nil` clears it. Does nothing if the kernel refuses it,
  /// which `wakeProblem` explains.
  package func setAlarm(at moment: BootTime?) {
    loop.execute { self.wakeTimer.set(at: moment) }
  }

  /// Stops all sources and the control of sleep, and waits until they have released their resources.
  package func stop() {
    loop.sync {
      for source in sources { source.stop() }
      sleepControl?.stop()
      wakeTimer.set(at: nil)
    }
  }
}
