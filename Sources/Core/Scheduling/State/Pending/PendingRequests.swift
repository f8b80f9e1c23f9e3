/// The requests, and an index of the requests to check. The index may only skip: a skipped request would not start if
/// it were checked, which the swarm verifies after each event (`Scheduler+Rechecking.swift`).
///
/// An event **touches** the requests that it may affect. Each is then **placed**: put into the class of its present
/// state, or into none if its dates hold it. A request is given by its slot in `table`.
struct PendingRequests: Sendable {
  /// The place of a request, by its slot.
  private struct Placement: Sendable {
    /// Whether the request must be placed again.
    var isTouched = false
    /// The moments that the agenda already has for the request; `nil` if there is none.
    var wallMoment: WallTime?
    var awakeMoment: AwakeTime?
    /// The request's class and its position there; `nil` during a run, and while its dates or its condition hold it.
    var place: (index: Int, position: Int)?
  }

  private(set) var table = RequestsByKey()
  /// The next request's sequence, greater than every sequence used before.
  private(set) var nextSequence: Int64
  let settings: Shared<Settings>
  private(set) var observers = ObserverIndex()
  private(set) var dependents = DependentIndex()
  /// Requests that no longer wait, since they have failed.
  private(set) var failed = FailedRequests()
  private var submitLog = SubmitLog()
  private var placements: [Placement] = []
  /// The slots of the requests that must be placed again.
  private var touched: [Int] = []
  /// The slots of overdue requests that are not reported yet.
  private var overdue: [Int] = []
  private(set) var agenda = Agenda()
  // Parts of the index, changed by the check for starts (`PendingRequests+Candidates.swift`).
  var classes = ClassTable()
  var dueChecks = DueChecks()
  /// The forecasts found by checks, to be kept for the hour.
  var newDistributions: [(profile: GateProfile, distribution: ForecastDistribution)] = []

  init(nextSequence: Int64, settings: Shared<Settings>) {
    self.nextSequence = nextSequence
    self.settings = settings
  }

  /// Returns the slots in which a request that wakes the machine has changed since the last call.
  mutating func removeChangedWaking() -> [Int] { table.removeChangedWaking() }

  /// Adds the requests of a store. Permanently failed ones are kept separately, in the order in which they failed.
  mutating func load(_ requests: [Request]) {
    table.reserve(requests.count)
    placements.reserveCapacity(requests.count)
    for request in requests where request.progress.gaveUp == nil { put(request) }
    func failedRun(of request: Request) -> RunID { request.progress.gaveUp?.run ?? 0 }
    let failed = requests.filter { $0.progress.gaveUp != nil }
      .sorted { failedRun(of: $0) < failedRun(of: $1) }
    for request in failed { _ = keepFailed(request) }
  }

  /// Takes over the unstored state of `failed`, whose commit failed: the users' submission rates, since such
  /// submissions also count, and the requests that have completed.
  mutating func keepExternalState(of failed: PendingRequests) {
    submitLog = failed.submitLog
    dependents.keepCompleted(of: failed.dependents)
  }

  /// Remembers that the request of `key` has completed and is no longer queued.
  mutating func noteCompleted(_ key: RequestKey) { dependents.noteCompleted(key) }

  subscript(key: RequestKey) -> Request? { table[key] }

  var count: Int { table.count }

  // MARK: Changes

  /// Adds `request`, or replaces the request with its key, which may have failed permanently. Marks it for the
  /// next placing in a class. Returns the replaced request; `nil` if none was queued.
  @discardableResult
  mutating func put(_ request: Request) -> Shared<Request>? {
    failed.remove(request.key)
    let (known, shared) = (table.slot(of: request.key), Shared(request))
    let old = known.flatMap { table[$0] }
    observers.replace(old, by: shared)
    dependents.replace(old, by: shared)
    // Its class caches which of its requests is first, by their turns.
    if let known, let old, old.value.turn != request.turn { unplace(known) }
    let slot = table.put(shared, in: known, at: turn(of: request))
    if slot == placements.count { placements.append(Placement()) }
    touch(slot)
    return old
  }

  /// Removes and returns the request of `key`; `nil` if there is none.
  mutating func remove(_ key: RequestKey) -> Request? {
    guard let slot = table.slot(of: key) else { return nil }
    unplace(slot)
    // Its slot may still be in `touched`; the next placing skips it.
    placements[slot] = Placement()
    let removed = table.remove(key)
    observers.replace(removed, by: nil)
    dependents.replace(removed, by: nil)
    return removed?.value
  }

  /// Keeps a permanently failed request. Returns the requests that are forgotten for it.
  mutating func keepFailed(_ request: Request) -> [RequestKey] { failed.add(request) }

  /// Removes and returns the failed request of `key`; `nil` if there is none.
  mutating func forgetFailed(_ key: RequestKey) -> Request? { failed.remove(key) }

  /// Adds an ended run to the history of the present request of its key. The next start does not depend on it, so the
  /// request is not checked again.
  mutating func noteEnd(of run: Run, _ ending: Ending, at now: Instant) {
    guard let slot = table.slot(of: run.key), var request = table[slot]?.value else { return }
    request.progress.history.noteEnd(of: run, ending, at: now)
    _ = table.put(Shared(request), in: slot, at: turn(of: request))
  }

  /// Stores the reports about a request, from its copy `changed`: the missed latest dates, and the time of the
  /// notification of its long wait. No start depends on these values, so the request is not checked again.
  mutating func noteReports(of changed: Request) {
    guard let slot = table.slot(of: changed.key), var request = table[slot]?.value else { return }
    request.progress.missed = changed.progress.missed
    request.progress.notified = changed.progress.notified
    _ = table.put(Shared(request), in: slot, at: turn(of: request))
  }

  /// Returns a new, unique sequence for a request.
  mutating func makeSequence() -> Int64 {
    defer { nextSequence += 1 }
    return nextSequence
  }

  /// Returns the place of `request` in the queue.
  private func turn(of request: Request) -> Turn {
    guard settings.value.queuesInFront else { return request.turn }
    // A deliberate bug, which the swarm must find if it is enabled.
    return Turn(sequence: -request.turn.sequence, run: request.turn.run)
  }

  /// Returns the turn of a request that joins the queue again after `run`, behind all requests submitted so far.
  func turn(after run: RunID) -> Turn { Turn(sequence: nextSequence - 1, run: run) }

  /// Moves the request of `key`, whose condition has failed, to the end of the queue.
  ///
  /// - Parameter check: The failed condition check.
  /// - Parameter run: The last run that has begun.
  mutating func rejoin(_ key: RequestKey, after check: RunID, run: RunID) {
    guard let slot = table.slot(of: key) else { return }
    unplace(slot)
    table.rejoin(slot, at: Turn(sequence: nextSequence - 1, run: run, check: check))
  }

  /// Notes that a submission was accepted: it used the next sequence, and counts for its user's submission rate unless
  /// it is exempt.
  mutating func noteAccepted(_ submission: Submission, at now: Instant) {
    _ = makeSequence()
    guard submission.isCounted else { return }
    submitLog.note(submission.owner, settings.value.submitRates, at: now.awake)
  }

  /// Notes that a batch was decided. It counts for its user's submission rate once, and again for each hundred of its
  /// submissions that replaced requests or were refused.
  mutating func noteAccepted(_ batch: SubmissionBatch, unqueued: Int, at now: Instant) {
    guard batch.isCounted else { return }
    for _ in 0..<batch.count(unqueued: unqueued) {
      submitLog.note(batch.owner, settings.value.submitRates, at: now.awake)
    }
  }

  /// Returns the rate that forbids `owner` another submission, and the remaining wait; `nil` if there is none.
  func obstacle(to owner: UInt32, at now: Instant) -> (rate: SubmitRate, wait: Duration)? {
    submitLog.obstacle(to: owner, settings.value.submitRates, at: now.awake)
  }

  // MARK: Requests to check

  /// Marks every request and every class of kinds that depends on a touched input for a check.
  mutating func markDependents(of touched: Touched) {
    if touched.touches(.ofApps) { classes.touchApps() }
    if touched.touches(.ofPrices) { classes.touchPrices() }
    for app in touched.apps {
      for kinds in classes.touch(app) { dueChecks.markDue(kinds) }
    }
    if touched.touches(.ofStarts) { dueChecks.markAllDue() }
    if touched.touches(.ofDates) { touchAll() }
    for key in touched.requests {
      if let slot = table.slot(of: key) { touch(slot) }
    }
  }

  /// Marks the request in `slot` for the next placing, unless it is marked already.
  private mutating func touch(_ slot: Int) {
    guard table[slot] != nil, !placements[slot].isTouched else { return }
    placements[slot].isTouched = true
    touched.append(slot)
  }

  /// Marks every request for the next placing.
  private mutating func touchAll() {
    for slot in placements.indices { touch(slot) }
  }

  /// Forgets all classes of requests with their verdicts, and marks every request for a check. Called only on a copy,
  /// to check that the index skips no request that would start.
  mutating func forgetIndex() {
    classes = ClassTable()
    for slot in placements.indices { placements[slot].place = nil }
    dueChecks.markAllDue()
    touchAll()
  }

  /// Marks the requests whose next moment in the agenda has come for a check.
  mutating func followTime(_ now: Instant) {
    for slot in agenda.removeDue(at: now) {
      placements[slot].wallMoment = nil
      placements[slot].awakeMoment = nil
      touch(slot)
    }
  }

  /// Schedules a check of the request of `key` at `moment`.
  mutating func scheduleCheck(of key: RequestKey, at moment: AwakeTime) {
    if let slot = table.slot(of: key) { agenda.add(slot, at: moment) }
  }

  var nextWall: WallTime? { agenda.nextWall }
  var nextAwake: AwakeTime? { agenda.nextAwake }

  /// Returns the forecast distributions computed since the last call, and removes them from the list.
  mutating func removeNewDistributions() -> [(
    profile: GateProfile, distribution: ForecastDistribution
  )] {
    defer { newDistributions = [] }
    return newDistributions
  }

  // MARK: Overdue requests

  mutating func noteOverdue(_ slot: Int) { overdue.append(slot) }

  /// Returns the requests found since the last call to be overdue, or without a success for too long, in the order of
  /// acceptance, and removes them from the list.
  mutating func removeOverdue() -> [RequestKey] {
    if overdue.isEmpty { return [] }
    defer { overdue = [] }
    // Slots differ after a restart; the order of reports must not.
    return overdue.compactMap { table[$0]?.value }.sorted { $0.sequence < $1.sequence }.map(\.key)
  }

  // MARK: Places

  /// Returns the device's verdicts for the request in `slot`, whose window is at `stage`; `nil` if they must be
  /// evaluated.
  func deviceVerdicts(of slot: Int, at stage: WindowStage) -> PolicyVerdicts? {
    guard let place = placements[slot].place else { return nil }
    return classes.deviceVerdicts(of: place.index, at: stage)
  }

  /// Returns the class of the request in `slot`; `nil` while a hold of its own applies.
  func classIndex(of slot: Int) -> Int? { placements[slot].place?.index }

  /// Whether a touched request is not placed again yet.
  var hasTouched: Bool { !touched.isEmpty }

  /// Returns the slots of the touched requests, and clears the list.
  mutating func removeTouched() -> [Int] {
    var slots: [Int] = []
    for slot in touched where placements[slot].isTouched {
      placements[slot].isTouched = false
      slots.append(slot)
    }
    touched = []
    return slots
  }

  /// Moves the request in `slot` to the class at `index`. Does nothing if it is there already.
  mutating func place(_ slot: Int, in index: Int) {
    guard placements[slot].place?.index != index else { return }
    let position = classes.append(slot, to: index)
    unplace(slot)
    placements[slot].place = (index, position)
  }

  /// Removes the request in `slot` from its class, if it has one. It cannot start until it is placed again.
  mutating func unplace(_ slot: Int) {
    guard let place = placements[slot].place else { return }
    placements[slot].place = nil
    // The last request of the class moves to the free position.
    if let movedSlot = classes.remove(at: place.position, from: place.index) {
      placements[movedSlot].place?.position = place.position
    }
  }

  mutating func unplace(_ key: RequestKey) {
    if let slot = table.slot(of: key) { unplace(slot) }
  }

  /// Adds the next moments at which time changes something for the request to the agenda, unless it has them already.
  mutating func noteMoments(_ wallMoment: WallTime?, _ awakeMoment: AwakeTime?, _ slot: Int) {
    if let wallMoment, wallMoment != placements[slot].wallMoment {
      placements[slot].wallMoment = wallMoment
      agenda.add(slot, at: wallMoment)
    }
    if let awakeMoment, awakeMoment != placements[slot].awakeMoment {
      placements[slot].awakeMoment = awakeMoment
      agenda.add(slot, at: awakeMoment)
    }
  }

  /// Creates the agenda again without outdated entries, so that endless resubmission does not fill the memory.
  ///
  /// - Parameter checks: The next checks of failed conditions.
  mutating func rebuildAgenda(_ checks: [(key: RequestKey, at: AwakeTime)]) {
    agenda = Agenda()
    for slot in placements.indices {
      if let moment = placements[slot].wallMoment { agenda.add(slot, at: moment) }
      if let moment = placements[slot].awakeMoment { agenda.add(slot, at: moment) }
    }
    for check in checks { scheduleCheck(of: check.key, at: check.at) }
  }
}
