import Foundation
import Scheduling

/// A simulation of days of a device with an app, in the process of a test. The scheduler is the daemon's own, its clock
/// is virtual, and the app's handlers are called as on a phone.
///
/// Time passes only in the test's `async` calls, such as `advance(by:)`. During these it passes only in sleeps on
/// `clock`, or as set by `work(_:takes:)`; other code takes no virtual time.
///
/// A process has one bench at a time: see `Trait.bench(_:_:)`, and `withBench(_:_:_:)` for XCTest.
public final class Bench: @unchecked Sendable {
  /// The bench to which the current code belongs, also in handlers of its app; `nil` if there is none.
  @TaskLocal static var ofCurrentCode: Bench?

  /// The bench of the current test.
  public static var current: Bench {
    guard let ofCurrentCode else {
      preconditionFailure("no bench in this test; add the trait .bench(app)")
    }
    return ofCurrentCode
  }

  let app: BenchApp
  let options: BenchOptions
  private let lock = NSLock()
  private var state: BenchState

  /// Receives failures of the app after the end.
  let reportsLate: @Sendable (BenchFailure) -> Void

  init(
    _ app: BenchApp, _ options: BenchOptions,
    reportsLate: @escaping @Sendable (BenchFailure) -> Void = LateFailures.add
  ) {
    // The first read begins to follow the blocks that code of this process passes to queues.
    _ = HandOvers.areFollowed
    self.app = app
    self.options = options
    self.reportsLate = reportsLate
    state = BenchState(app, options)
  }

  /// Calls `body` with the state under the lock, and returns its result.
  func change<Result, Failure: Error>(
    _ body: (inout BenchState) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    lock.lock()
    defer { lock.unlock() }
    return try body(&state)
  }

  /// Calls `body` with the state under the lock, only to read it, and returns its result.
  func read<Result>(_ body: (BenchState) -> Result) -> Result {
    lock.lock()
    defer { lock.unlock() }
    return body(state)
  }

  /// Calls `body` with the state under the lock, counts an activity of the app, and resumes the code that waits for
  /// one.
  func noteActivity<Result, Failure: Error>(
    _ body: (inout BenchState) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    TestRepetition.current?.noteProgress()
    var waiterToResume: CheckedContinuation<Bool, Never>?
    // Last, since the waiter must not be resumed while this code holds the lock.
    defer { waiterToResume?.resume(returning: true) }
    return try change { (state) throws(Failure) in
      // After `body`, also if it throws: the new state decides whether the waiter still has to wait.
      defer { waiterToResume = state.removeWaiterAfterActivity() }
      return try body(&state)
    }
  }

  // MARK: Results

  /// The clock of handlers: pass it to them instead of a `ContinuousClock`.
  public var clock: BenchClock { BenchClock(bench: self) }

  /// The virtual date.
  public var date: Date { change { $0.world.now.wall.date } }

  /// The variant of the test; `nil` if it has no matrix.
  public var variant: BenchVariant? { options.variant }

  /// The runs that have ended, in the order of their ends.
  public var runs: [BenchRun] { change { $0.findings.runs } }

  /// Returns the ended runs of one task.
  public func runs(of identifier: String) -> [BenchRun] {
    runs.filter { $0.identifier == identifier }
  }

  /// The failures of the app so far. With failures, the test fails at its end.
  public var failures: [BenchFailure] { change { $0.findings.failures } }

  /// The identifiers of the queued tasks.
  public var pending: [String] { change { $0.world.pending.map(\.key.id) } }

  /// Whether the app has a process.
  public var isRunning: Bool { change { $0.processes.newest != nil } }

  /// Whether the device has a network. A double of a server fails if it has none.
  public var isOnline: Bool { change { $0.world.hasNetwork == true } }

  /// Returns why a task has not run, as `rubatoctl explain` does.
  public func whyNot(_ identifier: String) -> WhyNot {
    change { WhyNot(identifier, $0.world, $0.findings.runs) }
  }

  /// Returns a metric of docs/expectations.md over the time so far. Durations are in seconds.
  ///
  /// - Parameters:
  ///   - metric: The metric.
  ///   - identifier: The identifier of the task.
  ///   - after: The start of the measured time, counted from the start of the bench.
  /// - Returns: The value; `nil` if there is nothing to measure.
  public func metric(
    _ metric: BenchMetric, of identifier: String, after: Duration = .zero
  ) -> Double? {
    change { $0.world.measure(metric, of: identifier, after: after) }
  }

  // MARK: Directions for handlers

  /// Sets the duration of a task's work. Its completion takes effect this long after the task was delivered; an earlier
  /// expiration interrupts the work.
  public func work(_ identifier: String, takes duration: Duration) {
    change { $0.directions.lengths[identifier] = max(.zero, duration) }
  }

  /// Declares that the test itself drives a task: it reports its progress and completes it. Time passes as soon as the
  /// handler has returned.
  public func drives(_ identifier: String) {
    change { _ = $0.directions.completedByTest.insert(identifier) }
  }

  // MARK: The device

  /// Sets fields of the device, until its simulated life changes them.
  public func set(_ fields: DeviceField...) async {
    change { $0.world.setDevice(fields.flatMap(\.values)) }
    await settle()
  }

  /// Switches Background App Refresh of the app on or off.
  public func setBackgroundRefresh(_ isOn: Bool) async {
    change { $0.world.send(.refreshSwitched(on: isOn)) }
    await settle()
  }
}

extension Bench {
  /// Whether a bench can follow code that handlers pass to queues. It cannot with a sanitizer, on a Mac, or if Swift's
  /// runtime is linked statically. Code that handlers begin by other means than Swift tasks may then run late.
  public static var followsQueues: Bool { HandOvers.areFollowed }
}
