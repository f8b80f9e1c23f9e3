import Foundation
import Scheduling

/// Lives through days of a device with an app on it, in the process of a test: the scheduler is the daemon's own, its
/// clock is virtual, and the app's handlers are called as a phone calls them.
///
/// Nothing passes but where the test says so (`advance(by:)` and what else is `async`), and then as much as handlers say: in
/// sleeps of `clock`, or as `work(_:takes:)` has it. Whatever else they do takes none of the virtual time.
///
/// There is one at a time in a process: see `Trait.bench(_:_:)`, and `withBench(_:_:_:)` for XCTest.
public final class Bench: @unchecked Sendable {
  @TaskLocal static var found: Bench?

  /// The bench of the present test.
  public static var current: Bench {
    guard let found else {
      preconditionFailure("there is no bench here: give the test the trait .bench(app)")
    }
    return found
  }

  let app: BenchApp
  let options: BenchOptions
  private let lock = NSLock()
  private var state: BenchState

  /// Takes what the app does wrong after the end.
  let reportsLate: @Sendable (BenchFailure) -> Void

  init(
    _ app: BenchApp, _ options: BenchOptions,
    reportsLate: @escaping @Sendable (BenchFailure) -> Void = LateFailures.add
  ) {
    _ = HandOvers.areFollowed
    self.app = app
    self.options = options
    self.reportsLate = reportsLate
    state = BenchState(app, options)
  }

  /// Everything that it has is changed in here.
  func change<Result, Failure: Error>(
    _ body: (inout BenchState) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    lock.lock()
    defer { lock.unlock() }
    return try body(&state)
  }

  /// What an app does is heard by whoever waits for it.
  func hear<Result, Failure: Error>(
    _ body: (inout BenchState) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    defer {
      let waiter = change { (state) in
        state.following.wait.noteSign()
        return state.following.wait.takeWaiter()
      }
      waiter?.resume(returning: true)
    }
    return try change(body)
  }

  // MARK: What there is to see

  /// The clock of handlers: hand it to them in the place of a `ContinuousClock`.
  public var clock: BenchClock { BenchClock(bench: self) }

  /// The virtual date.
  public var date: Date { change { $0.world.now.wall.date } }

  /// All runs that have ended, in that order.
  public var runs: [BenchRun] { change { $0.findings.runs } }

  /// Those of one task.
  public func runs(of identifier: String) -> [BenchRun] {
    runs.filter { $0.identifier == identifier }
  }

  /// What the app has done wrong so far. The test fails of it at its end.
  public var failures: [BenchFailure] { change { $0.findings.failures } }

  /// What is queued, by identifier.
  public var pending: [String] { change { $0.world.pending.map(\.key.id) } }

  /// Whether the app has a process.
  public var isRunning: Bool { change { $0.processes.newest != nil } }

  /// Why a task has not run, as `rubatoctl explain` tells it.
  public func whyNot(_ identifier: String) -> WhyNot {
    change { WhyNot(identifier, $0.world, $0.findings.runs) }
  }

  /// A figure of docs/expectations.md over all that has passed. Durations are in seconds.
  ///
  /// - Parameters:
  ///   - metric: What is measured.
  ///   - identifier: The task.
  ///   - after: What comes earlier is not looked at.
  /// - Returns: Nil where there is nothing to measure.
  public func metric(
    _ metric: BenchMetric, of identifier: String, after: Duration = .zero
  ) -> Double? {
    change { $0.world.measure(metric, of: identifier, after: after) }
  }

  // MARK: What handlers are

  /// Says how long the work of a task takes that says nothing of it: its completion counts so long after it was
  /// handed over, and an expiration before that meets it at work.
  public func work(_ identifier: String, takes duration: Duration) {
    change { $0.directions.lengths[identifier] = max(.zero, duration) }
  }

  /// Says that the test itself goes on with a task, reports its progress and completes it: time passes as soon as its handler has
  /// returned.
  public func drives(_ identifier: String) {
    change { _ = $0.directions.driven.insert(identifier) }
  }

  // MARK: The device

  /// Sets fields of the device. What its life tells later takes their place.
  public func set(_ fields: DeviceField...) async {
    change { $0.world.setDevice(fields.flatMap(\.values)) }
    await settle()
  }

  /// Switches Background App Refresh of the app.
  public func setBackgroundRefresh(_ isOn: Bool) async {
    change { $0.world.tell(.refreshSwitched(on: isOn)) }
    await settle()
  }
}

extension Bench {
  /// Whether a bench can follow in this process what handlers hand over to queues: not beside a sanitizer, and not where Swift's
  /// runtime is linked statically. What handlers begin by other means than Swift tasks may then come late.
  public static var followsQueues: Bool { HandOvers.areFollowed }
}
