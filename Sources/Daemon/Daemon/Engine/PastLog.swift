import Scheduling
import Stepping

/// Notes the values of the device and the reasons why requests wait, for reports.
///
/// The entries wait in the stepper for the next commit, so that they cause no write and no wakeup of their own. Reasons
/// are evaluated between steps, as a read of the daemon (`ReadQueue`). Used on the engine's loop only.
final class PastLog {
  /// The last recorded reasons of a request.
  private struct Standing {
    var kind: Kind
    var reasons: [Reason]
    var at: WallTime
  }

  /// The numbers of requests whose waits are recorded, of all users and of one user.
  private static let mostFollowed = 4096
  private static let mostOfUser = 1024
  /// The number of requests that are all evaluated after every step. More are evaluated after a change of the device,
  /// and otherwise once in `interval`; requests with an event are always evaluated.
  private static let few = 64
  private static let interval = Duration.minutes(1)
  /// The time after which unchanged values and reasons are recorded again, so that old entries can be dropped.
  private static let repetition = Duration.days(1)
  /// The number of requests in one piece of a read.
  private static let stride = 16
  /// The maximum number of entries that wait for a commit.
  static let mostPending = 2048

  private var standing: [RequestKey: Standing] = [:]
  private var followedOfUser: [UInt32: Int] = [:]
  /// Requests with an event since their last evaluation, and the rest of the requests of the present pass.
  private var touched: ArraySlice<RequestKey> = []
  private var pass: ArraySlice<RequestKey> = []
  /// The next slot of the search for requests after the start; `nil` if all were found.
  private var slot: Int? = 0
  private var judgedDevice: DeviceView?
  private var passBegan: WallTime?
  private var repeated: WallTime?
  private var isInLine = false
  /// The total sleep of the machine since its boot, and the time, at the last step.
  private var lastStep: (slept: Duration, at: WallTime)?

  // MARK: Events

  /// Records the time in which no daemon was running, and the present device. Called once, after the first step.
  func begin(_ engine: Engine) {
    let now = engine.now
    let last = min(engine.stepper.lastCommit?.wall ?? now.wall, now.wall)
    add(.gap(PastGap(last, now.wall, .stopped)), engine)
    noteDevice(engine, at: now.wall)
    lastStep = (now.slept, now.wall)
    line(up: engine)
  }

  /// Records changed values of the device, and remembers the request of another event for its evaluation.
  func note(_ notice: Notice, _ engine: Engine, at now: Instant) {
    if case .device(let values) = notice {
      for value in values { note(value, engine, at: now.wall) }
    } else if let key = notice.key {
      touched.append(key)
    }
  }

  /// Records that the machine has slept, and has the reasons of requests evaluated. Called after a step with events.
  func noteChange(_ engine: Engine) {
    let now = engine.now
    noteSleep(engine, at: now)
    let isRecent = repeated.map { $0 <= now.wall && now.wall - $0 < Self.repetition } ?? false
    if !isRecent { noteDevice(engine, at: now.wall) }
    if pass.isEmpty, needsPass(engine, at: now.wall) {
      pass = ArraySlice(standing.keys)
      (judgedDevice, passBegan) = (engine.read(\.device), now.wall)
    }
    line(up: engine)
  }

  /// Returns whether all requests must be evaluated: there are few of them, the device has changed, or the last pass
  /// is long ago.
  private func needsPass(_ engine: Engine, at now: WallTime) -> Bool {
    guard standing.count > Self.few, let passBegan, passBegan <= now else { return true }
    return now - passBegan >= Self.interval || engine.read(\.device) != judgedDevice
  }

  /// Records the time in which the machine slept since the last step, if it did.
  private func noteSleep(_ engine: Engine, at now: Instant) {
    defer { lastStep = (now.slept, now.wall) }
    guard let lastStep, now.slept - lastStep.slept >= .seconds(1) else { return }
    let began = max(min(lastStep.at, now.wall), now.wall - (now.slept - lastStep.slept))
    add(.gap(PastGap(began, now.wall, .asleep)), engine)
  }

  /// Records all known values of the device.
  private func noteDevice(_ engine: Engine, at now: WallTime) {
    repeated = now
    for value in engine.read(\.device).raw.values where value.text != nil {
      note(value, engine, at: now)
    }
  }

  // MARK: Entries

  /// Records a value. A percentage replaces the one of the last minute that still waits for a commit.
  private func note(_ value: DeviceValue, _ engine: Engine, at now: WallTime) {
    if value.isPercentage {
      let place = engine.stepper.past.lastIndex { entry in
        guard case .device(let other, let at) = entry else { return false }
        return other.key == value.key && at <= now && now - at < Self.interval
      }
      if let place { engine.stepper.past.remove(at: place) }
    }
    add(.device(value, at: now), engine)
  }

  /// Adds an entry for the next commit. If too many wait, drops the older half and records that as a gap.
  private func add(_ entry: PastEntry, _ engine: Engine) {
    engine.stepper.past.append(entry)
    guard engine.stepper.past.count > Self.mostPending else { return }
    engine.stepper.past.removeFirst(Self.mostPending / 2)
    if let oldest = engine.stepper.past.first?.at {
      engine.stepper.past.insert(.gap(PastGap(oldest, oldest, .dropped)), at: 0)
    }
  }
}

// MARK: Evaluation between steps

extension PastLog {
  /// Queues the next piece of work as a read of the daemon, unless it is already queued.
  private func line(up engine: Engine) {
    guard !isInLine, hasWork else { return }
    isInLine = true
    engine.readers.queue.put(for: nil) { [unowned engine] in
      for _ in 0..<Self.stride { self.evaluateNext(engine) }
      self.isInLine = self.hasWork
      return self.isInLine ? .more : .finished
    }
    engine.continueReads()
  }

  private var hasWork: Bool { slot != nil || !touched.isEmpty || !pass.isEmpty }

  /// Evaluates one request: one with an event, one of the present pass, or one found after the start.
  private func evaluateNext(_ engine: Engine) {
    if let key = touched.popFirst() ?? pass.popFirst() { return evaluate(key, engine) }
    guard let next = slot else { return }
    let (count, key) = engine.read { ($0.slotCount, $0.request(inSlot: next)?.key) }
    slot = next + 1 < count ? next + 1 : nil
    if let key { evaluate(key, engine) }
  }

  /// Records the reasons of a request if they have changed, or that it no longer waits.
  private func evaluate(_ key: RequestKey, _ engine: Engine) {
    let (known, now) = (standing[key], engine.now)
    guard known != nil || canFollow(key) else { return }
    let (waiting, request) = engine.read { ($0.waiting(key, at: now), $0.request(key)) }
    guard let waiting, let request else { return forget(key, engine, at: now.wall) }
    let reasons = waiting.recordedReasons
    if let known, known.reasons == reasons, known.at <= now.wall,
      now.wall - known.at < Self.repetition
    {
      return
    }
    if known == nil { followedOfUser[key.owner, default: 0] += 1 }
    standing[key] = Standing(kind: request.terms.kind, reasons: reasons, at: now.wall)
    add(
      .wait(PastWait(at: now.wall, key: key, kind: request.terms.kind, reasons: reasons)), engine)
  }

  private func canFollow(_ key: RequestKey) -> Bool {
    standing.count < Self.mostFollowed && followedOfUser[key.owner, default: 0] < Self.mostOfUser
  }

  /// Records that a followed request no longer waits.
  private func forget(_ key: RequestKey, _ engine: Engine, at now: WallTime) {
    guard let known = standing.removeValue(forKey: key) else { return }
    let rest = followedOfUser[key.owner, default: 1] - 1
    followedOfUser[key.owner] = rest > 0 ? rest : nil
    add(.wait(PastWait(at: now, key: key, kind: known.kind, reasons: nil)), engine)
  }
}

extension Instant {
  /// The total sleep of the machine since its boot.
  fileprivate var slept: Duration { .nanoseconds(boot.nanoseconds - awake.nanoseconds) }
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
