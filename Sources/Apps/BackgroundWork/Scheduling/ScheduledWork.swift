import BackgroundTasks

/// Work of an app that stays queued until it is done, or periodically: from the first launch of the app, after each
/// run, after a kill and after a restart.
///
/// A run first queues the next try, so that one exists whatever the result, and sets its date at the end of the run.
public struct ScheduledWork: Sendable {
  /// The result of a run.
  private enum Outcome {
    case done
    case stopped
    case failed
    case gaveUp
  }

  /// The identifier of its task.
  public let identifier: String
  private let kind: WorkKind
  private let period: Duration?
  private let retry: Duration
  private let isOver: @Sendable () -> Bool
  private let perform: @Sendable () async -> Outcome

  /// Creates work that runs a chain.
  ///
  /// - Parameters:
  ///   - identifier: The identifier of its task, which the Info.plist lists.
  ///   - kind: The kind of the task.
  ///   - period: The time from its completion to the next run; `nil` to run it once. With a period, the chain
  ///     `repeats`.
  ///   - retry: The delay of the next run after a run that failed or ended without a result. After a stop by the
  ///     system, the next run is due immediately.
  ///   - chain: The work.
  public init(
    _ identifier: String, _ kind: WorkKind, every period: Duration? = nil,
    retry: Duration = .seconds(900), chain: WorkChain
  ) {
    precondition(
      chain.repeats == (period != nil),
      "a chain repeats if and only if its work has a period")
    self.init(
      identifier, kind, period, retry, isOver: { (try? chain.isOver) ?? false },
      perform: { await Self.perform(chain, identifier) })
  }

  /// Creates work without steps, which loses its progress if it is stopped.
  ///
  /// - Parameters:
  ///   - identifier: See the initializer above.
  ///   - kind: See the initializer above.
  ///   - period: See the initializer above.
  ///   - retry: See the initializer above.
  ///   - work: The work. It must end soon after its Swift task was cancelled.
  public init(
    _ identifier: String, _ kind: WorkKind, every period: Duration, retry: Duration = .seconds(900),
    work: @escaping @Sendable () async throws -> Void
  ) {
    self.init(
      identifier, kind, period, retry, isOver: { false },
      perform: { await Self.perform(work, identifier) })
  }

  /// Creates work from its parts: `perform` runs it once, and `isOver` returns whether no run is left to do.
  private init(
    _ identifier: String, _ kind: WorkKind, _ period: Duration?, _ retry: Duration,
    isOver: @escaping @Sendable () -> Bool, perform: @escaping @Sendable () async -> Outcome
  ) {
    self.identifier = identifier
    self.kind = kind
    self.period = period
    self.retry = retry
    self.isOver = isOver
    self.perform = perform
  }

  /// Registers the handler and queues the work. Call it at the launch of the app, and for new work. An existing handler
  /// stays, and so does a queued request, with its date.
  ///
  /// - Throws: `BGTaskScheduler.Error` if the request is refused, for example because Background App Refresh is off.
  public func start() throws {
    if !TaskCenter.hasHandler(for: identifier) {
      let isPermitted = BGTaskScheduler.shared.register(
        forTaskWithIdentifier: identifier, using: nil, launchHandler: handle)
      // The library has already logged the problem.
      if !isPermitted { return }
    }
    // Without a period, a chain that is done or has given up is not run again.
    if period == nil, isOver() { return }
    try Self.submitting.withLock {
      if !TaskCenter.isPending(identifier) { try submit(after: .zero) }
    }
  }

  /// Held while the queue is checked and changed, so that no other thread submits in between.
  private static let submitting = NSLock()

  /// Submits a request for the next run. The caller holds `submitting`.
  private func submit(after delay: Duration) throws {
    try BGTaskScheduler.shared.submit(kind.request(identifier, after: delay))
  }

  // MARK: Runs

  /// Performs a task: queues the next try, runs the work in a Swift task, and completes the task with its outcome. An
  /// expiration cancels the work.
  @Sendable private func handle(_ task: BGTask) {
    // Before the work, so that it is tried again even if the process is killed.
    queueNext(after: retry)
    nonisolated(unsafe) let task = task
    let running = Task {
      let outcome = await perform()
      applyToQueue(outcome)
      task.setTaskCompleted(success: outcome == .done)
    }
    task.expirationHandler = { running.cancel() }
  }

  /// Sets the date of the next run by the outcome of this one. Work without a period leaves the queue if it is done or
  /// has given up.
  private func applyToQueue(_ outcome: Outcome) {
    switch outcome {
    case .stopped: queueNext(after: .zero)
    // The next try is already queued, after `retry`.
    case .failed: break
    case .done, .gaveUp:
      if let period { return queueNext(after: period) }
      // The next try, which was queued before this run, is not needed.
      Self.submitting.withLock {
        BGTaskScheduler.shared.cancel(taskRequestWithIdentifier: identifier)
      }
    }
  }

  /// Submits the next run, which replaces the queued one. A failure is only logged.
  private func queueNext(after delay: Duration) {
    do {
      try Self.submitting.withLock { try submit(after: delay) }
    } catch {
      Log.write(
        "\(identifier) was not submitted again; the next launch of the app submits it: \(error.localizedDescription)",
        as: "BackgroundWork")
    }
  }

  /// Runs a chain and returns its outcome. A chain that another run has replaced is treated as stopped.
  private static func perform(_ chain: WorkChain, _ identifier: String) async -> Outcome {
    let result = await chain.run()
    switch result {
    case .completed: return .done
    case .stopped, .replaced: return .stopped
    case .failed(let step, let error):
      Log.write("\(identifier): step '\(step)' has failed: \(error)", as: "BackgroundWork")
      return .failed
    case .gaveUp(_, let why):
      Log.write("\(identifier): \(why); no further attempts", as: "BackgroundWork")
      return .gaveUp
    case .progressLost(let error):
      Log.write("\(identifier): its progress cannot be saved: \(error)", as: "BackgroundWork")
      return .failed
    }
  }

  /// Runs work without steps and returns its outcome. An error after a cancellation means that the work was stopped.
  private static func perform(
    _ work: @Sendable () async throws -> Void, _ identifier: String
  ) async -> Outcome {
    do {
      try await work()
      return .done
    } catch {
      if Task.isCancelled || error is CancellationError { return .stopped }
      Log.write("\(identifier) has failed: \(error)", as: "BackgroundWork")
      return .failed
    }
  }
}
