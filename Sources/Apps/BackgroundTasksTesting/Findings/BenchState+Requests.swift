import BackgroundTasks
import Scheduling

// Failures in the submissions of requests, and in the waits for their runs.
extension BenchState {
  /// The number of replacements, and the time after the first earliest date, that show that a request is put off.
  private static let mostPutOffs = (count: 3, time: Duration.hours(24))

  /// The longest useful time to the earliest date of a refresh: Apple advises a week at most. A processing task may have
  /// a monthly rhythm.
  private static let longestDelay = (refresh: Duration.days(7), processing: Duration.days(31))

  /// The slack for a date that is computed with a calendar.
  private static let slack = Duration.hours(25)

  /// The wait that shows that a condition is not met on the days of a user; a shorter one if it is the whole test.
  private static let longestWait = (ever: Duration.days(7), wholeTest: Duration.days(3))

  /// The share of a wait in which a condition must have held the request, and that of the whole test.
  private static let shareOfWait = 0.95

  /// The time between two evaluations of the reasons that hold requests.
  private static let interval = Duration.hours(1)

  // MARK: Submissions

  /// Notes a request of the app that the scheduler has accepted, and checks its earliest date: whether it puts off an
  /// earlier request, and whether it is too far ahead.
  mutating func note(_ request: BGTaskRequest, _ submission: Submission) {
    let (identifier, now) = (request.identifier, world.now.wall)
    if let copy = request.copy() as? BGTaskRequest {
      findings.requests[identifier] = SubmittedRequest(request: copy)
    }
    note(.submitted(after: submission.delay), of: identifier)
    let delay = submission.delay ?? .zero
    // A handler that submits the next request of its own task continues the chain of the task's runs.
    let submittingTask = ExecutionContext.current?.run.flatMap { tasks.liveOrPast($0) }
    findings[identifier].chain.submit(ofRun: submittingTask?.identifier == identifier)
    findings[identifier].postponement.submit(until: now + delay, at: now)
    checkPutOffs(identifier)
    checkDelay(delay, of: request)
  }

  /// Notes that the app or the test has cancelled a request.
  mutating func noteCancelling(of identifier: String) {
    if world.request(identifier) != nil { note(.cancelled, of: identifier) }
    findings[identifier].cancel()
  }

  /// Adds a failure if the app has repeatedly put off a request that could have run for a day.
  private mutating func checkPutOffs(_ identifier: String) {
    let postponement = findings[identifier].postponement
    let missedTime = postponement.missedTime(at: world.now.wall)
    guard postponement.count >= Self.mostPutOffs.count, missedTime >= Self.mostPutOffs.time,
      !findings.contains(.putOff, of: identifier)
    else { return }
    fail(
      .putOff, identifier,
      "the app replaced its waiting request \(postponement.count) times before its earliest date, each time with a later"
        + " date; the task could have run \(missedTime.shortText) ago")
  }

  /// Adds a failure if the earliest date of a request is too far ahead.
  private mutating func checkDelay(_ delay: Duration, of request: BGTaskRequest) {
    let limit =
      request is BGProcessingTaskRequest
      ? Self.longestDelay.processing : Self.longestDelay.refresh
    guard delay > limit + Self.slack,
      request is BGProcessingTaskRequest || request is BGAppRefreshTaskRequest,
      !findings.contains(.tooLate, of: request.identifier)
    else { return }
    fail(
      .tooLate, request.identifier,
      "its earliestBeginDate is \(delay.shortText) ahead; a useful date is at most \(limit.shortText) ahead"
    )
  }

  // MARK: Waits

  /// Adds a time, which is about to pass, to the waits of all queued requests. A request that has waited for a week on
  /// a condition is a failure of the app.
  mutating func noteWaits(_ delay: Duration) {
    // Without the days of a user, only the test decides whether conditions are met.
    guard delay > .zero, world.hasDays else { return }
    // The reasons that hold requests are evaluated only from time to time.
    if waits.isDue(at: world.now.wall) {
      waits.update(world.waits(), at: world.now.wall, for: Self.interval)
    }
    for (identifier, reasons) in waits.reasons {
      findings[identifier].wait.add(delay, reasons)
      if findings[identifier].wait.whole >= Self.longestWait.ever {
        checkWait(identifier)
      }
    }
  }

  /// Adds a failure for each request that has waited during the whole test, and for each chain that has ended in its
  /// last seconds. Called at the end of the test.
  mutating func checkRequestsAtEnd() {
    checkChains(isEnd: true)
    guard world.hasDays else { return }
    for identifier in findings.identifiers {
      let whole = findings[identifier].wait.whole
      if whole >= Self.longestWait.wholeTest, whole >= elapsed * Self.shareOfWait {
        checkWait(identifier)
      }
    }
  }

  /// Adds a failure if a condition that the app has set has held a request almost all the time. The app cannot drop
  /// other conditions, such as low-power mode.
  private mutating func checkWait(_ identifier: String) {
    let wait = findings[identifier].wait
    guard let request = findings.requests[identifier]?.request as? BGProcessingTaskRequest,
      let (reason, share) = wait.longest(of: request.reasonsToWait), share >= Self.shareOfWait,
      !findings.contains(.starves, of: identifier)
    else { return }
    let percent = Int(bounded: (share * 100).rounded(.down))
    fail(
      .starves, identifier,
      "its request has waited \(wait.whole.shortText) for \(reason.traits.need): \(reason.traits.state) in \(percent) % of"
        + " this time")
  }

  // MARK: Chains

  /// Adds a failure for each task without a request since an unsuccessful run, if the check is due.
  ///
  /// - Parameter isEnd: Whether the test ends, so that only code that sleeps could still submit.
  mutating func checkChains(isEnd: Bool = false) {
    let now = world.now.wall
    guard let next = findings.nextChainCheck, isEnd || next <= now else { return }
    for identifier in findings.identifiers {
      guard let run = findings[identifier].chain.removePossibleEnd(at: now, isEnd: isEnd),
        world.request(identifier) == nil
      else { continue }
      let codeCouldStillSubmit = isEnd && sleepsInUnsuspendedProcess(run.number)
      if codeCouldStillSubmit { continue }
      let chain = findings[identifier].chain
      let earlier =
        chain.continuations > 0
        ? "as \(chain.continuations) earlier runs did"
        : "also not in the next \(TaskChain.longestGap.shortText)"
      failOnce(
        .chainEnds, run,
        "the run ended as \(run.outcome.rawValue), and the app did not submit the task again, \(earlier)"
      )
    }
  }
}

extension BGProcessingTaskRequest {
  /// The reasons that can hold the request because the app has asked for them.
  fileprivate var reasonsToWait: Set<Reason> {
    var reasons: Set<Reason> = []
    if requiresExternalPower { reasons.insert(.power) }
    if requiresNetworkConnectivity { reasons.insert(.network) }
    return reasons
  }
}

/// The reasons that hold the queued requests, evaluated now and then.
struct WaitReasons {
  private(set) var reasons: [(identifier: String, reasons: [Reason])] = []
  private var due: WallTime?

  /// Whether the reasons must be evaluated again.
  func isDue(at now: WallTime) -> Bool {
    guard let due else { return true }
    return due <= now
  }

  /// Stores the reasons evaluated at `now`, which are used for `interval`.
  mutating func update(
    _ reasons: [(identifier: String, reasons: [Reason])], at now: WallTime, for interval: Duration
  ) {
    (self.reasons, due) = (reasons, now + interval)
  }

  /// Makes the next evaluation due now, since a request was submitted or a run has begun.
  mutating func markOutdated() { due = nil }
}

extension Submission {
  /// The time from the submission to the earliest date; `nil` if there is no date ahead.
  fileprivate var delay: Duration? { if case .after(let delay) = earliest { delay } else { nil } }
}
