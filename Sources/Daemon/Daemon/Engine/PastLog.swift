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
  private static let stride = 16
  /// The maximum number of entries that wait for a commit. All followed requests and the device have fewer.
  static let mostPending = 2048

  private var recorded: [RequestKey: RecordedReasons] = [:]
  private var followedCountOfUser: [UInt32: Int] = [:]
  /// Requests with an event since their last evaluation.
  private var touched: ArraySlice<RequestKey> = []
  /// The requests that remain to be evaluated in the present pass over all recorded ones.
  private var pass: ArraySlice<RequestKey> = []
  /// The next slot of the search for requests after the start; `nil` if all were found.
  private var slot: Int? = 0
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
    let last = min(engine.stepper.lastCommit?.wall ?? now.wall, now.wall)
    add(.gap(PastGap(last, now.wall, .stopped)), engine)
    recordDevice(engine, at: now.wall)
    lastStep = now
    queueNextPiece(engine)
  }

  /// Records changed values of the device, and remembers the request of another event for its evaluation.
  func record(_ notice: Notice, _ engine: Engine, at now: Instant) {
    if case .accepted = notice { acceptedCount += 1 } else { hasOtherNews = true }
    if case .device(let values) = notice {
      for value in values { record(value, engine, at: now.wall) }
    } else if let key = notice.key {
      touched.append(key)
    }
  }

  /// Records the reasons of a request that was accepted and waits, from the explanation in its answer: it need not be
  /// evaluated once more. Called after the notice of the acceptance.
  func record(_ answer: Answer, _ engine: Engine) {
    guard case .accepted(let acceptance) = answer, let explanation = acceptance.explanation,
      explanation.state == .waiting, !explanation.runsNow, touched.last == acceptance.request.key
    else { return }
    touched.removeLast()
    let request = acceptance.request
    guard isFollowed(request.key) else { return }
    record(
      explanation.reasons.recorded, request.terms.kind, of: request.key, engine, engine.now.wall)
  }

  /// Records that the machine has slept or the clock was set, and has the reasons of requests evaluated. Called after a
  /// step with events.
  func recordStep(_ engine: Engine) {
    let now = engine.now
    recordClockChange(engine, at: now)
    recordSleep(engine, at: now)
    lastStep = now
    let isDeviceRecordRecent =
      deviceRecordedAt.map { $0 <= now.wall && now.wall - $0 < Self.repetition } ?? false
    if !isDeviceRecordRecent { recordDevice(engine, at: now.wall) }
    let onlyAccepted = onlyAcceptedRequests(eventCount: engine.stepper.eventCount)
    if pass.isEmpty, mustEvaluateAll(engine, at: now.wall, stepOnlyAccepted: onlyAccepted) {
      pass = ArraySlice(recorded.keys)
      (judgedDevice, lastPassBegan) = (engine.stepper.read({ $0.device }), now.wall)
    }
    queueNextPiece(engine)
  }

  /// Returns whether all events since the last call have only accepted requests. That does not change the reasons of
  /// other requests, which need not be evaluated between many submissions.
  ///
  /// - Parameter eventCount: The number of all handled events.
  private func onlyAcceptedRequests(eventCount: Int) -> Bool {
    defer { (seenEvents, acceptedCount, hasOtherNews) = (eventCount, 0, false) }
    return !hasOtherNews && eventCount - seenEvents <= acceptedCount
  }

  /// Returns whether all requests must be evaluated: the last pass is long ago, or the step did more than to accept
  /// requests and they are few or the device has changed.
  private func mustEvaluateAll(
    _ engine: Engine, at now: WallTime, stepOnlyAccepted: Bool
  ) -> Bool {
    guard let lastPassBegan, lastPassBegan <= now, now - lastPassBegan < Self.interval else {
      return true
    }
    if stepOnlyAccepted { return false }
    return recorded.count <= Self.fewRequests || engine.stepper.read({ $0.device }) != judgedDevice
  }

  /// Records the time that the clock has skipped since the last step, if it was set forward. A machine without a clock
  /// on batteries begins with the time of its end, and skips the time in which it was off. After each change of the
  /// clock everything is recorded again.
  private func recordClockChange(_ engine: Engine, at now: Instant) {
    guard let lastStep else { return }
    let passed = Duration.nanoseconds(now.boot.nanoseconds - lastStep.boot.nanoseconds)
    let skipped = now.wall - lastStep.wall - passed
    if skipped >= Self.leastChange {
      add(.gap(PastGap(now.wall - skipped, now.wall, .stopped)), engine)
    }
    if skipped >= Self.leastChange || skipped <= Duration.zero - Self.leastChange {
      markForRepetition()
    }
  }

  /// Records the time in which the machine slept since the last step, if it did.
  private func recordSleep(_ engine: Engine, at now: Instant) {
    guard let lastStep, now.hasSlept(since: lastStep) else { return }
    let began = max(min(lastStep.wall, now.wall), now.wall - (now.slept - lastStep.slept))
    add(.gap(PastGap(began, now.wall, .asleep)), engine)
  }

  /// Records all known values of the device.
  private func recordDevice(_ engine: Engine, at now: WallTime) {
    deviceRecordedAt = now
    for value in engine.stepper.read({ $0.device.raw.values }) where value.text != nil {
      record(value, engine, at: now)
    }
  }

  // MARK: Entries

  /// Records a value. A percentage replaces the one of the last minute that still waits for a commit.
  private func record(_ value: DeviceValue, _ engine: Engine, at now: WallTime) {
    if value.isPercentage {
      let place = engine.stepper.past.lastIndex { entry in
        guard case .device(let other, let at) = entry else { return false }
        return other.key == value.key && at <= now && now - at < Self.interval
      }
      if let place { engine.stepper.past.remove(at: place) }
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
      for _ in 0..<Self.stride { self.evaluateNext(engine) }
      self.isQueued = self.hasWork
      return self.isQueued ? .more : .finished
    }
    engine.continueReads()
  }

  private var hasWork: Bool { slot != nil || !touched.isEmpty || !pass.isEmpty }

  /// Evaluates one request: one with an event, one of the present pass, or one found after the start.
  private func evaluateNext(_ engine: Engine) {
    if let key = touched.popFirst() ?? pass.popFirst() { return evaluate(key, engine) }
    guard let next = slot else { return }
    let (count, key) = engine.stepper.read { core in
      (core.slotCount, core.request(inSlot: next)?.key)
    }
    slot = next + 1 < count ? next + 1 : nil
    if let key { evaluate(key, engine) }
  }

  /// Records the reasons of a request if they have changed, or that it no longer waits.
  private func evaluate(_ key: RequestKey, _ engine: Engine) {
    let now = engine.now
    guard isFollowed(key) else { return }
    let found = engine.stepper.read { core in
      core.waiting(key, at: now).flatMap { waiting in
        core.request(key).map { (waiting.reasons.recorded, $0.terms.kind) }
      }
    }
    guard let (reasons, kind) = found else { return recordEnd(ofWait: key, engine, at: now.wall) }
    record(reasons, kind, of: key, engine, now.wall)
  }

  /// Records the reasons of a waiting request, unless they were recorded before and have not changed.
  private func record(
    _ reasons: [Reason], _ kind: Kind, of key: RequestKey, _ engine: Engine, _ now: WallTime
  ) {
    let known = recorded[key]
    if let known, known.isRecorded, known.reasons == reasons, known.at <= now,
      now - known.at < Self.repetition
    {
      return
    }
    if known == nil { followedCountOfUser[key.owner, default: 0] += 1 }
    recorded[key] = RecordedReasons(kind: kind, reasons: reasons, at: now)
    add(.wait(PastWait(at: now, key: key, kind: kind, reasons: reasons)), engine)
  }

  /// Returns whether the waits of a request are recorded: it has a place, or there is one for it.
  private func isFollowed(_ key: RequestKey) -> Bool {
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
