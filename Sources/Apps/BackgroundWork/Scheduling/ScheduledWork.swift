import BackgroundTasks

/// Work of an app that is queued until it is done, or again and again: at the first launch of the app, after each run, after a
/// kill and after a restart.
///
/// Its run first queues the next try, so that there is one whatever becomes of it, and moves that to where it belongs at
/// its end.
public struct ScheduledWork: Sendable {
  /// What came of a run.
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

  /// A chain.
  ///
  /// - Parameters:
  ///   - identifier: The identifier of its task, which the Info.plist lists.
  ///   - kind: What sort of task it is.
  ///   - period: How long after its completion it is to be done again; nil is once. A chain that is done again `repeats`.
  ///   - retry: How long after a run that has failed, or was never heard of again, the next is due. One that the system has
  ///     stopped is due at once.
  ///   - chain: What there is to do.
  public init(
    _ identifier: String, _ kind: WorkKind, every period: Duration? = nil,
    retry: Duration = .seconds(900), chain: WorkChain
  ) {
    precondition(
      chain.repeats == (period != nil),
      "a chain repeats where its work has a period, and only there")
    self.init(
      identifier, kind, period, retry, isOver: { (try? chain.isOver) ?? false },
      perform: { await Self.perform(chain, identifier) })
  }

  /// Work without steps: what it did is lost where it is stopped.
  ///
  /// - Parameters:
  ///   - identifier: As above.
  ///   - kind: As above.
  ///   - period: As above.
  ///   - retry: As above.
  ///   - work: What there is to do. It has to end soon after its Swift task was cancelled.
  public init(
    _ identifier: String, _ kind: WorkKind, every period: Duration, retry: Duration = .seconds(900),
    work: @escaping @Sendable () async throws -> Void
  ) {
    self.init(
      identifier, kind, period, retry, isOver: { false },
      perform: { await Self.perform(work, identifier) })
  }

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

  /// To be called by the launch of the app, and whenever there is new work: registers its handler, and queues it. What is
  /// done already is not done twice: a handler that the process has stays, and so does a request that is queued, with its date.
  ///
  /// - Throws: `BGTaskScheduler.Error` where the request is refused, as with Background App Refresh switched off.
  public func start() throws {
    if !TaskCenter.hasHandler(for: identifier) {
      let isPermitted = BGTaskScheduler.shared.register(
        forTaskWithIdentifier: identifier, using: nil, launchHandler: handle)
      // The library has said so.
      if !isPermitted { return }
    }
    if period == nil, isOver() { return }
    try Self.submitting.withLock {
      if !TaskCenter.isPending(identifier) { try submit(after: .zero) }
    }
  }

  /// Nobody submits between somebody's look at what is queued and what follows from it.
  private static let submitting = NSLock()

  private func submit(after delay: Duration) throws {
    try BGTaskScheduler.shared.submit(kind.request(identifier, after: delay))
  }

  // MARK: A run

  @Sendable private func handle(_ task: BGTask) {
    queueNext(after: retry)
    nonisolated(unsafe) let task = task
    let running = Task {
      let outcome = await perform()
      conclude(outcome)
      task.setTaskCompleted(success: outcome == .done)
    }
    task.expirationHandler = { running.cancel() }
  }

  private func conclude(_ outcome: Outcome) {
    switch outcome {
    case .stopped: queueNext(after: .zero)
    case .failed: break
    case .done, .gaveUp:
      if let period { return queueNext(after: period) }
      Self.submitting.withLock {
        BGTaskScheduler.shared.cancel(taskRequestWithIdentifier: identifier)
      }
    }
  }

  private func queueNext(after delay: Duration) {
    do {
      try Self.submitting.withLock { try submit(after: delay) }
    } catch {
      Log.write(
        "\(identifier) was not submitted again, which the next launch of the app makes good: \(error.localizedDescription)",
        as: "BackgroundWork")
    }
  }

  private static func perform(_ chain: WorkChain, _ identifier: String) async -> Outcome {
    let result = await chain.run()
    switch result {
    case .completed: return .done
    case .stopped, .replaced: return .stopped
    case .failed(let step, let error):
      Log.write("\(identifier): step '\(step)' has failed: \(error)", as: "BackgroundWork")
      return .failed
    case .gaveUp(_, let why):
      Log.write("\(identifier): \(why); nothing more is tried", as: "BackgroundWork")
      return .gaveUp
    case .progressLost(let error):
      Log.write("\(identifier): its progress cannot be kept: \(error)", as: "BackgroundWork")
      return .failed
    }
  }

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
