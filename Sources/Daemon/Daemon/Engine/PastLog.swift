import Scheduling
import Stepping

/// Notes the values of the device and the reasons why requests wait, for reports.
///
/// The entries wait in the stepper for the next commit, so that they cause no write and no wakeup of their own. Reasons
/// are evaluated between steps, as a read of the daemon (`ReadQueue`). Used on the engine's loop only.
final class PastLog {
  /// The last recorded reasons of a request.
  private struct RecordedReasons {
    var kind: Kind
    var reasons: [Reason]
    var at: WallTime
    /// Whether the entry was recorded or waits for a commit. If it was dropped, it must be recorded again.
    var isRecorded = true
  }

  /// The numbers of requests whose waits are recorded, of all users and of one user.
  private static let mostFollowed = 1024
  private static let mostOfUser = 256
  /// The number of requests that are all evaluated after every step that does more than to accept requests. More are
  /// evaluated after a change of the device, and otherwise once in `interval`; requests with an event are always
  /// evaluated.
  private static let fewRequests = 64
  private static let interval = Duration.minutes(1)
  /// The change of the clock that is noticed. Smaller ones are corrections of its speed.
  private static let leastChange = Duration.minutes(5)
  /// The time after which unchanged values and reasons are recorded again, so that old entries can be dropped.
  private static let repetition = Duration.days(1)
  /// The number of requests in one piece of a read.
  private static let requestsPerPiece = 16
  /// The maximum number of entries that wait for a commit. All followed requests and the device have fewer.
  static let mostPending = 2048

  private var recorded: [RequestKey: RecordedReasons] = [:]
  private var followedCountOfUser: [UInt32: Int] = [:]
  /// Requests with an event since their last evaluation.
  private var requestsWithEvent: ArraySlice<RequestKey> = []
  /// The requests that remain to be evaluated in the present pass, which evaluates all recorded requests once.
  private var remainingOfPass: ArraySlice<RequestKey> = []
  /// The next place in the scheduler's table of requests to read. After the start, all places are read once to find the
  /// waiting requests. `nil` after that.
  private var nextPlace: Int? = 0
  /// The device for which the last pass evaluates the requests.
  private var judgedDevice: DeviceView?
  private var lastPassBegan: WallTime?
  private var deviceRecordedAt: WallTime?
  private var isQueued = false
  /// The number of handled events at the last step, and the news since: the number of accepted requests, and whether
  /// there were others.
  private var seenEvents = 0
  private var acceptedCount = 0
  private var hasOtherNews = false
  /// The times at the last step.
  private var lastStep: Instant?

  // MARK: Events

  /// Records the time in which no daemon was running, and the present device. Called once, after the first step.
  func recordStart(_ engine: Engine) {
    let now = engine.now
    // The last commit is the last known time of the earlier daemon. It can be in the future if the clock was set back.
    let lastCommit = engine.stepper.lastCommit?.wall ?? now.wall
    let began = min(lastCommit, now.wall)
    add(.gap(PastGap(began, now.wall, .stopped)), engine)
    recordDevice(engine, at: now.wall)
    lastStep = now
    queueNextPiece(engine)
  }

  /// Records changed values of the device, and remembers the request of another event for its evaluation.
  func record(_ notice: Notice, _ engine: Engine, at now: Instant) {
    if case .accepted = notice { acceptedCount += 1 } else { hasOtherNews = true }
    if case .device(let values) = notice {
      for value in values { recordValue(value, engine, at: now.wall) }
    } else if let key = notice.key {
      requestsWithEvent.append(key)
    }
  }

  /// Records the reasons of a request that was accepted and waits, from the explanation in its answer: it need not be
  /// evaluated once more. Called after the notice of the acceptance.
  func recordReasons(in answer: Answer, _ engine: Engine) {
    // A request that starts now is evaluated later like others.
    guard case .accepted(let acceptance) = answer, let explanation = acceptance.explanation,
      explanation.state == .waiting, !explanation.runsNow,
      requestsWithEvent.last == acceptance.request.key
    else { return }
    // The acceptance was the last event of the request.
    requestsWithEvent.removeLast()
    let request = acceptance.request
    guard canFollow(request.key) else { return }
    recordReasons(
      explanation.reasons.recorded, request.terms.kind, of: request.key, engine, engine.now.wall)
  }

  /// Records that the machine has slept or the clock was set, and has the reasons of requests evaluated. Called after a
  /// step with events.
  func recordStep(_ engine: Engine) {
    let now = engine.now
    recordClockChange(engine, at: now)
    recordSleep(engine, at: now)
    lastStep = now
    // An unchanged device is recorded again after `repetition`. A record in the future is older than a setting of the
    // clock.
    let isDeviceRecordRecent =
      deviceRecordedAt.map { $0 <= now.wall && now.wall - $0 < Self.repetition } ?? false
    if !isDeviceRecordRecent { recordDevice(engine, at: now.wall) }
    let eventCount = engine.stepper.eventCount
    let onlyAccepted = onlyAcceptedRequests(eventCount: eventCount)
    (seenEvents, acceptedCount, hasOtherNews) = (eventCount, 0, false)
    // A pass that is in progress is completed before the next one begins.
    if remainingOfPass.isEmpty,
      mustEvaluateAll(engine, at: now.wall, stepOnlyAccepted: onlyAccepted)
    {
      remainingOfPass = ArraySlice(recorded.keys)
      judgedDevice = engine.stepper.read({ $0.device })
      lastPassBegan = now.wall
    }
    queueNextPiece(engine)
  }

  /// Returns whether all events since the last step have only accepted requests. That does not change the reasons of
  /// other requests, which need not be evaluated between many submissions.
  ///
  /// - Parameter eventCount: The number of all handled events.
  private func onlyAcceptedRequests(eventCount: Int) -> Bool {
    // Not `==`: a batch of submissions is one event that accepts several requests.
    !hasOtherNews && eventCount - seenEvents <= acceptedCount
  }

  /// Returns whether all requests must be evaluated: the last pass is long ago, or the step did more than to accept
  /// requests and they are few or the device has changed.
  private func mustEvaluateAll(
    _ engine: Engine, at now: WallTime, stepOnlyAccepted: Bool
  ) -> Bool {
    // It is in the future if the clock was set back since.
    guard let lastPassBegan, lastPassBegan <= now, now - lastPassBegan < Self.interval else {
      return true
    }
    if stepOnlyAccepted { return false }
    return recorded.count <= Self.fewRequests || engine.stepper.read({ $0.device }) != judgedDevice
  }

  /// Records a gap if the clock was set forward since the last step: the past has no entries for the skipped time. This
  /// also happens to a machine whose clock stops while it is off. It starts with an old time, and is set forward later.
  /// After each setting of the clock, everything is recorded again.
  private func recordClockChange(_ engine: Engine, at now: Instant) {
    guard let lastStep else { return }
    let passed = Duration.nanoseconds(now.boot.nanoseconds - lastStep.boot.nanoseconds)
    // Negative if the clock was set back.
    let skipped = now.wall - lastStep.wall - passed
    let wasSetForward = skipped >= Self.leastChange
    let wasSetBack = skipped <= Duration.zero - Self.leastChange
    if wasSetForward { add(.gap(PastGap(now.wall - skipped, now.wall, .stopped)), engine) }
    if wasSetForward || wasSetBack { markForRepetition() }
  }

  /// Records the time in which the machine slept since the last step, if it did.
  private func recordSleep(_ engine: Engine, at now: Instant) {
    guard let lastStep, now.hasSlept(since: lastStep) else { return }
    // The machine has slept just before this step, and not before the last one.
    let slept = now.slept - lastStep.slept
    let began = max(min(lastStep.wall, now.wall), now.wall - slept)
    add(.gap(PastGap(began, now.wall, .asleep)), engine)
  }

  /// Records all known values of the device.
  private func recordDevice(_ engine: Engine, at now: WallTime) {
    deviceRecordedAt = now
    for value in engine.stepper.read({ $0.device.raw.values }) where value.text != nil {
      recordValue(value, engine, at: now)
    }
  }

  // MARK: Entries

  /// Records a value. A percentage replaces the one of the last minute that still waits for a commit.
  private func recordValue(_ value: DeviceValue, _ engine: Engine, at now: WallTime) {
    if value.isPercentage {
      let recentEntry = engine.stepper.past.lastIndex { entry in
        guard case .device(let other, let at) = entry else { return false }
        return other.key == value.key && at <= now && now - at < Self.interval
      }
      if let recentEntry { engine.stepper.past.remove(at: recentEntry) }
    }
    add(.device(value, at: now), engine)
  }

  /// Adds an entry for the next commit. If too many wait, replaces them by a gap; the device and all reasons are then
  /// recorded again after the next step. Recorded entries from before the gap stay complete.
  private func add(_ entry: PastEntry, _ engine: Engine) {
    engine.stepper.past.append(entry)
    guard engine.stepper.past.count > Self.mostPending else { return }
    let began = engine.stepper.past.map(\.at).min() ?? entry.at
    engine.stepper.past = [.gap(PastGap(began, entry.at, .dropped))]
    markForRepetition()
  }

  /// Makes the next evaluations record the device and all reasons again, also unchanged ones.
  private func markForRepetition() {
    recorded = recorded.mapValues { known in
      var known = known
      known.isRecorded = false
      return known
    }
    (deviceRecordedAt, lastPassBegan) = (nil, nil)
  }
}

// MARK: Evaluation between steps

extension PastLog {
  /// Queues the next piece of work as a read of the daemon, unless it is already queued.
  private func queueNextPiece(_ engine: Engine) {
    guard !isQueued, hasWork else { return }
    isQueued = true
    engine.readers.queue.put(for: nil) { [unowned engine] in
      for _ in 0..<Self.requestsPerPiece { self.evaluateNext(engine) }
      self.isQueued = self.hasWork
      return self.isQueued ? .more : .finished
    }
    engine.continueReads()
  }

  /// Whether a request remains to be evaluated: found after the start, with an event, or of the present pass.
  private var hasWork: Bool {
    nextPlace != nil || !requestsWithEvent.isEmpty || !remainingOfPass.isEmpty
  }

  /// Evaluates one request: one with an event, one of the present pass, or one found after the start.
  private func evaluateNext(_ engine: Engine) {
    if let key = requestsWithEvent.popFirst() ?? remainingOfPass.popFirst() {
      return evaluate(key, engine)
    }
    // After the start, each place is searched once for a waiting request.
    guard let place = nextPlace else { return }
    let (placeCount, key) = engine.stepper.read { core in
      (core.slotCount, core.request(inSlot: place)?.key)
    }
    nextPlace = place + 1 < placeCount ? place + 1 : nil
    if let key { evaluate(key, engine) }
  }

  /// Records the reasons of a request if they have changed, or that it no longer waits.
  private func evaluate(_ key: RequestKey, _ engine: Engine) {
    let now = engine.now
    guard canFollow(key) else { return }
    let reasonsAndKind: ([Reason], Kind)? = engine.stepper.read { core in
      core.waiting(key, at: now).flatMap { waiting in
        core.request(key).map { (waiting.reasons.recorded, $0.terms.kind) }
      }
    }
    guard let (reasons, kind) = reasonsAndKind else {
      return recordEnd(ofWait: key, engine, at: now.wall)
    }
    recordReasons(reasons, kind, of: key, engine, now.wall)
  }

  /// Records the reasons of a waiting request, unless they were recorded before and have not changed.
  private func recordReasons(
    _ reasons: [Reason], _ kind: Kind, of key: RequestKey, _ engine: Engine, _ now: WallTime
  ) {
    let known = recorded[key]
    if let known, known.isRecorded, known.reasons == reasons {
      // Unchanged reasons are recorded again after `repetition`, so that old entries can be dropped.
      let isRecent = known.at <= now && now - known.at < Self.repetition
      if isRecent { return }
    }
    if known == nil { followedCountOfUser[key.owner, default: 0] += 1 }
    recorded[key] = RecordedReasons(kind: kind, reasons: reasons, at: now)
    add(.wait(PastWait(at: now, key: key, kind: kind, reasons: reasons)), engine)
  }

  /// Returns whether the waits of a request can be recorded: they already are, or there are fewer followed requests
  /// than the limits, in total and of its user.
  private func canFollow(_ key: RequestKey) -> Bool {
    if recorded[key] != nil { return true }
    return recorded.count < Self.mostFollowed
      && followedCountOfUser[key.owner, default: 0] < Self.mostOfUser
  }

  /// Records that a followed request no longer waits.
  private func recordEnd(ofWait key: RequestKey, _ engine: Engine, at now: WallTime) {
    guard let known = recorded.removeValue(forKey: key) else { return }
    let rest = followedCountOfUser[key.owner, default: 1] - 1
    followedCountOfUser[key.owner] = rest > 0 ? rest : nil
    add(.wait(PastWait(at: now, key: key, kind: known.kind, reasons: nil)), engine)
  }
}

extension DeviceValue {
  /// Whether the value is a number that changes often.
  fileprivate var isPercentage: Bool {
    switch self {
    case .battery, .load: true
    default: false
    }
  }
}
