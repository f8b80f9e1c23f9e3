import Scheduling

/// An ended run with the conditions that failures depend on.
struct EndedRun {
  let run: BenchRun
  /// The time that its code needed from its delivery on, as far as it is known; `nil` if it is not.
  var need: Duration?
  /// Whether the test itself has expired the run.
  var isEndedByTest = false
  /// Whether the test itself has started the run, despite the reasons that held it.
  var isForced = false
  /// The time of the run on battery.
  var onBattery = Duration.zero
}

/// The past of one task, from which its failures follow.
struct TaskRecord {
  private(set) var runs: [EndedRun] = []
  /// Whether the device had a network at the begin of a run that continues, by run.
  private var networks: [Int64: Bool] = [:]
  /// The runs that began with a network, and without one.
  private(set) var (online, offline) = (Outcomes(), Outcomes())
  /// The time of runs on battery, by the day of their start.
  private(set) var batteryDays: [Int64: Duration] = [:]
  var wait = WaitTally()
  var postponement = Postponement()
  var chain = TaskChain()
  /// The number of its blocks in the main queue while the app was in front, and of those that took long.
  var (blocks, longBlocks) = (0, 0)

  /// Notes that a run has begun, so that no request waits.
  mutating func begin(_ run: Int64, hasNetwork: Bool?) {
    networks[run] = hasNetwork
    wait = WaitTally()
    postponement = Postponement()
    chain.begin()
  }

  /// Notes that the request was cancelled.
  mutating func cancel() {
    wait = WaitTally()
    postponement = Postponement()
    chain.cancel()
  }

  /// Adds an ended run.
  mutating func add(_ ended: EndedRun) {
    runs.append(ended)
    let hadNetwork = networks.removeValue(forKey: ended.run.number)
    if let hadNetwork, !ended.isEndedByTest {
      if hadNetwork { online.add(ended.run) } else { offline.add(ended.run) }
    }
    if ended.onBattery > .zero {
      let day = ended.run.startDay
      batteryDays[day, default: .zero] += ended.onBattery
    }
  }
}

/// The numbers of runs that succeeded, and that did not.
struct Outcomes {
  private(set) var (successes, failures) = (0, 0)

  /// Counts a run as a success or a failure; a run that was cancelled or interrupted counts as neither.
  mutating func add(_ run: BenchRun) {
    switch run.outcome {
    case .completed: successes += 1
    case .failed, .expired, .killed, .crashed: failures += 1
    case .cancelled, .interrupted, .launchTimeout, .other: break
    }
  }
}

/// The submissions in a row that replace each other, each before the earliest date of the one before it.
struct Postponement {
  /// The earliest date of the first request of the row; `nil` if no request waits.
  private var firstOpening: WallTime?
  private var opening: WallTime?
  /// The number of submissions of the row that put off the earliest date.
  private(set) var count = 0

  /// Notes a submission whose request may begin from `newOpening` on. Counts it if it puts off a request that could not
  /// begin yet. A submission after the earliest date of the one before it starts a new count.
  mutating func submit(until newOpening: WallTime, at now: WallTime) {
    if let opening, now < opening {
      if newOpening > opening { count += 1 }
    } else {
      // After its earliest date, it was the device that held the request.
      count = 0
      firstOpening = newOpening
    }
    opening = newOpening
  }

  /// Returns the time since the first request could have begun; zero if it could not.
  func missedTime(at now: WallTime) -> Duration {
    firstOpening.map { max(.zero, now - $0) } ?? .zero
  }
}

/// The time for which a task has waited since its last run, and the device's conditions that have held it.
struct WaitTally {
  private(set) var whole = Duration.zero
  private var byReason: [Reason: Duration] = [:]

  /// Adds a time in which these reasons held the request. A time before its earliest date does not count.
  mutating func add(_ duration: Duration, _ reasons: [Reason]) {
    if reasons.contains(.earliest) { return }
    whole += duration
    for reason in reasons where reason.traits.end == .device {
      byReason[reason, default: .zero] += duration
    }
  }

  /// Returns the condition of `conditions` that has held the request for the longest time, and its share of the wait,
  /// 0 to 1; `nil` if none of them has held it.
  func longest(of conditions: Set<Reason>) -> (reason: Reason, share: Double)? {
    // Of equal times, the first reason in the order of reasons.
    guard whole > .zero,
      let longest = byReason.filter({ conditions.contains($0.key) })
        .max(by: { ($0.value, $1.key) < ($1.value, $0.key) })
    else { return nil }
    return (longest.key, longest.value / whole)
  }
}

/// The requests of a task that follow its runs.
struct TaskChain {
  /// The time in which code of the app may still submit the next request after a run.
  static let tail = Duration.seconds(30)
  /// The time without a request after which a chain has ended, if the handler is not known to submit.
  static let longestGap = Duration.hours(24)

  /// Whether a handler or its code has submitted the next request after the present run began.
  private var continuesRun = false
  /// Whether a request was submitted since the present run began.
  private var isSubmitted = false
  /// The number of runs whose own code submitted the next request.
  private(set) var continuations = 0
  /// Whether the present run has succeeded.
  private var isSuccessful = false
  /// Whether an earlier run succeeded and submitted no request of its own, so that the app relies on other submissions.
  private var reliesOnOtherSubmissions = false
  /// The unsuccessful run after which no request was queued, and the moment of the check; `nil` if there is none.
  private(set) var possibleEnd: (run: BenchRun, due: WallTime)?

  /// Notes that a run has begun. Keeps only the facts about earlier runs.
  mutating func begin() {
    let runEndedAfterSuccess = isSuccessful && !continuesRun
    self = TaskChain(continuations, reliesOnOtherSubmissions || runEndedAfterSuccess)
  }

  /// Notes that the app has submitted a request, so that the chain continues.
  ///
  /// - Parameter ofRun: Whether code of a run of the same task submits.
  mutating func submit(ofRun: Bool) {
    if ofRun, !continuesRun {
      continuesRun = true
      continuations += 1
    }
    isSubmitted = true
    possibleEnd = nil
  }

  /// Notes that the app has cancelled the request, so that the end of the chain is intended.
  mutating func cancel() {
    isSubmitted = true
    possibleEnd = nil
  }

  /// Notes the end of a run. If it was unsuccessful and no request follows, checks later whether the chain has ended.
  mutating func end(_ run: BenchRun, at now: WallTime) {
    switch run.outcome {
    case .completed: isSuccessful = true
    case .failed, .expired, .killed, .crashed:
      // The next request exists already, or comes from other code than that of the run.
      if reliesOnOtherSubmissions || isSubmitted { return }
      // The user has swiped the app away, so it cannot submit until it is opened.
      if run.stopReason == StopReason.gate(.forceQuit).code { return }
      // A handler that is known to submit does so soon after the run.
      let gap = continuations > 0 ? Self.tail : Self.longestGap
      possibleEnd = (run, now + gap)
    case .cancelled, .interrupted, .launchTimeout, .other: break
    }
  }

  /// Removes and returns the run after which the chain has ended; `nil` if the check is not due.
  ///
  /// - Parameter isEnd: Whether the test ends, so that no code of a handler that is known to submit still does.
  mutating func removePossibleEnd(at now: WallTime, isEnd: Bool) -> BenchRun? {
    guard let possibleEnd, possibleEnd.due <= now || isEnd && continuations > 0 else { return nil }
    self.possibleEnd = nil
    return possibleEnd.run
  }

  init() {}

  private init(_ continuations: Int, _ reliesOnOtherSubmissions: Bool) {
    (self.continuations, self.reliesOnOtherSubmissions) = (continuations, reliesOnOtherSubmissions)
  }
}

extension BenchRun {
  /// The number of the day of its start since 1970, in UTC.
  fileprivate var startDay: Int64 {
    Int64(bounded: (started.timeIntervalSince1970 / 86_400).rounded(.down))
  }
}
