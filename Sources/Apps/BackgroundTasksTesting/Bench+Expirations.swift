import BackgroundTasks
import Foundation
import Scheduling

// Tests of a handler with early expirations.
extension Bench {
  /// The result of a run that was expired early.
  public struct ExpiredRun: Hashable, Sendable {
    /// The time of the expiration, in whole seconds since the task was passed to its handler.
    public let second: Int
    /// The ended run.
    public let run: BenchRun
    /// The failures found in this run.
    public let failures: [BenchFailure]
  }

  /// Runs a task once for every second of its budget, and expires it at that second. A run that completes before its
  /// second is the last.
  ///
  /// The task must be queued, or must have been submitted before. If its handler does not submit it again, the bench
  /// repeats the last submission.
  ///
  /// - Parameters:
  ///   - identifier: The identifier of the task.
  ///   - limit: The last second to test; a processing task has hundreds.
  /// - Returns: The result of each run.
  /// - Throws: `BenchError` if the task was never submitted, or if its handler completes before the first second, so that
  ///   no run expires.
  @discardableResult
  public func expireAtEverySecond(
    of identifier: String, upTo limit: Duration = .seconds(60)
  ) async throws -> [ExpiredRun] {
    var runs: [(second: Int, run: BenchRun)] = []
    for second in 1...max(1, Int(limit.components.seconds)) {
      await waitForEnd(of: identifier)
      try await submitAgain(identifier)
      let (run, wasComplete) = try await expire(identifier, after: .seconds(second))
      if second == 1, wasComplete { throw BenchError.neverExpires(identifier) }
      runs.append((second, run))
      // Code that continues after the run does so before the next one.
      await waitForSleeps(of: run)
      let nextIsBeyondBudget = Double(second) + 1 >= run.budget.seconds
      if wasComplete || nextIsBeyondBudget { break }
    }
    let allFailures = failures
    return runs.map { second, run in
      ExpiredRun(second: second, run: run, failures: allFailures.filter { $0.run == run.number })
    }
  }

  /// Runs a task once for every second, with a limit in whole seconds.
  @discardableResult
  public func expireAtEverySecond(of identifier: String, upTo limit: Int) async throws
    -> [ExpiredRun]
  {
    try await expireAtEverySecond(of: identifier, upTo: .seconds(limit))
  }

  /// Advances time until no run of the task is in progress, by at most a day. The task may have started without the
  /// bench.
  private func waitForEnd(of identifier: String) async {
    let key = read { $0.world.key(identifier) }
    let end = read { $0.world.now.wall } + .seconds(86_400)
    await drive(until: end) { state in !state.world.live.contains { $0.key == key } }
  }

  /// Advances time until no code of an ended run sleeps in a process that continues, by at most a minute.
  private func waitForSleeps(of run: BenchRun) async {
    let end = read { $0.world.now.wall } + .seconds(60)
    await drive(until: end) { !$0.sleepsInUnsuspendedProcess(run.number) }
  }

  /// Submits the task as it was last submitted, if it is not queued.
  private func submitAgain(_ identifier: String) async throws {
    guard let request = try nextSubmission(of: identifier) else { return }
    if !isRunning { await launch() }
    try submit(request)
  }

  /// Returns the last submission of the task, with an earliest date a day ahead, so that only the bench starts it;
  /// `nil` if the task is queued. Throws a `BenchError` if it was never submitted.
  private func nextSubmission(of identifier: String) throws -> BGTaskRequest? {
    let (isQueued, last) = read { state in
      (state.world.request(identifier) != nil, state.findings.requests[identifier]?.copy)
    }
    if isQueued { return nil }
    guard let request = last?.request else {
      throw BenchError("'\(identifier)' was never submitted; open the app, or submit it first")
    }
    // Tomorrow, on the clock by which the bench reads dates.
    request.earliestBeginDate =
      options.dates == .ofBench ? date + 86_400 : Date(timeIntervalSinceNow: 86_400)
    return request
  }

  /// Submits a request as the newest process of the app does. Does nothing if the app has no process.
  private func submit(_ request: BGTaskRequest) throws {
    guard let kind = request.kind else { return }
    try read { $0.processes.newest?.link }?.submit(request, kind: kind)
  }

  /// The longest virtual time from the launch for a task to its delivery.
  private static let longestLaunch = Duration.seconds(60)
  /// The longest virtual time from the launch for a task to the end of its run, far beyond any budget and grace.
  private static let longestRun = Duration.seconds(3600)

  /// Starts the task and expires it `delay` after its delivery. Returns the run, and whether it was complete before
  /// the expiration. Throws a `BenchError` if the task cannot be started or expired, or if the run does not end.
  private func expire(
    _ identifier: String, after delay: Duration
  ) async throws -> (BenchRun, wasComplete: Bool) {
    let earlierRunCount = read { $0.findings.runs.count }
    func endedRun(_ state: BenchState) -> BenchRun? {
      state.findings.runs.dropFirst(earlierRunCount).first { $0.identifier == identifier }
    }
    // `nil` if the task is not delivered yet, or has ended.
    func deliveryTime(_ state: BenchState) -> WallTime? {
      state.tasks.values.filter { $0.identifier == identifier && $0.ending == nil }
        .map(\.deliveredAt).max().map { state.startTime + $0 }
    }
    try await simulateLaunch(identifier)
    let launchTime = read { $0.world.now.wall }
    // A launch precedes the delivery. The handler may complete the task at the moment of the delivery.
    await drive(until: launchTime + Self.longestLaunch) {
      deliveryTime($0) != nil || endedRun($0) != nil
    }
    if let deliveredAt = read({ deliveryTime($0) }) {
      await drive(until: deliveredAt + delay) { endedRun($0) != nil }
    }
    if let run = read({ endedRun($0) }) { return (run, true) }
    try await simulateExpiration(identifier)
    // The run ends with its answer, or after its grace.
    await drive(until: launchTime + Self.longestRun) { endedRun($0) != nil }
    guard let run = read({ endedRun($0) }) else {
      throw BenchError("the run of '\(identifier)' has not ended")
    }
    return (run, false)
  }
}

extension BenchError {
  /// The error for a handler that takes no virtual time.
  fileprivate static func neverExpires(_ identifier: String) -> BenchError {
    BenchError(
      "no run of '\(identifier)' can expire: its handler completes within the first second; give it a length with"
        + " `bench.work(_:takes:)`, or let it sleep on the bench's clock")
  }
}
