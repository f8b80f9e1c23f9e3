/// The requests, and an index of those that have to be looked at. The index may only skip: what it passes over
/// would not start if it were asked, which the swarm checks after each event (`Scheduler+Rechecking.swift`).
struct PendingRequests: Sendable {
  /// Where a request stands, by its slot.
  private struct Standing: Sendable {
    /// Whether it is among those to be placed anew.
    var isTouched = false
    /// The moments that the agenda has for it already.
    var wallMoment: WallTime?
    var awakeMoment: AwakeTime?
    /// Its class, and its position there; nil while its dates or its condition hold it, and while it runs.
    var place: (index: Int, position: Int)?
  }

  private(set) var table = RequestsByKey()
  /// Above all that were ever used.
  private(set) var nextSequence: Int64
  let settings: Shared<Settings>
  private(set) var observers = ObserverIndex()
  /// Those that wait no more, since they have failed.
  private(set) var failed = FailedRequests()
  private var submitLog = SubmitLog()
  private var standings: [Standing] = []
  private var touched: [Int] = []
  /// Those that were found to be overdue and are to be reported.
  private var overdue: [Int] = []
  private(set) var agenda = Agenda()
  // Parts of the index, changed by the look for what may start (`PendingRequests+Candidates.swift`).
  var classes = ClassTable()
  var looks = DueLooks()
  /// What looks have found to be foreseen behind gates, to be kept for the hour.
  var outlooks: [(profile: GateProfile, distribution: ForecastDistribution)] = []

  init(nextSequence: Int64, settings: Shared<Settings>) {
    self.nextSequence = nextSequence
    self.settings = settings
  }

  /// Begins with what a store holds.
  mutating func load(_ requests: [Request]) {
    table.reserve(requests.count)
    standings.reserveCapacity(requests.count)
    for request in requests where request.progress.gaveUp == nil { put(request) }
    let failed = requests.filter { $0.progress.gaveUp != nil }
    for request in failed.sorted(by: { $0.progress.gaveUp?.run ?? 0 < $1.progress.gaveUp?.run ?? 0 }
    ) {
      _ = keepFailed(request)
    }
  }

  /// Goes on with how fast users have submitted: what could not be committed counts.
  mutating func keepRates(of other: PendingRequests) { submitLog = other.submitLog }

  subscript(key: RequestKey) -> Request? { table[key] }

  var count: Int { table.count }

  /// What `run`, of an earlier daemon, executes, also where that was replaced or removed meanwhile.
  func executed(by run: Run, _ snapshot: Snapshot) -> Request? {
    if let request = table[run.key], request.sequence == run.sequence { return request }
    var kept = snapshot.executed.first { $0.sequence == run.sequence }
    // It was kept as it was when it was replaced.
    if let done = kept?.progress.checkpoint.stepsDone, done < run.step {
      kept?.progress.checkpoint = Checkpoint(stepsDone: run.step)
    }
    return kept
  }

  // MARK: Changes

  /// Puts `request` in the place of the one with its key, or adds it.
  mutating func put(_ request: Request) {
    failed.remove(request.key)
    let old = table.shared(request.key)?.value
    observers.replace(old, by: request)
    // Its class knows who comes first by the turns that they had.
    if let old, old.turn != request.turn { unplace(request.key) }
    let slot = table.put(request, at: turn(of: request))
    if slot == standings.count { standings.append(Standing()) }
    touch(slot)
  }

  /// Takes out the request of `key`; returns it, if there was one.
  mutating func remove(_ key: RequestKey) -> Request? {
    guard let slot = table.slot(of: key) else { return nil }
    unplace(slot)
    // Where it stands among those that are to be placed it is passed over.
    standings[slot] = Standing()
    let removed = table.remove(key)
    observers.replace(removed, by: nil)
    return removed
  }

  /// Keeps one that has failed for good. Returns those that are forgotten for it.
  mutating func keepFailed(_ request: Request) -> [RequestKey] { failed.add(request) }

  /// Forgets that the one of `key` has failed; returns it, if there was one.
  mutating func forgetFailed(_ key: RequestKey) -> Request? { failed.remove(key) }

  /// What a run of its key says of how runs of it go. It changes nothing of when the next may start.
  mutating func note(_ run: Run, _ ending: Ending, at now: Instant) {
    guard var request = table[run.key] else { return }
    request.progress.history.note(run, ending, at: now)
    _ = table.put(request, at: turn(of: request))
  }

  /// Keeps that a latest date of the request of `key` was missed. It changes nothing of when it may start.
  mutating func note(_ missed: MissedDeadline?, of key: RequestKey) {
    guard var request = table[key] else { return }
    request.progress.missed = missed
    _ = table.put(request, at: turn(of: request))
  }

  /// A sequence that no other request has.
  mutating func takeSequence() -> Int64 {
    defer { nextSequence += 1 }
    return nextSequence
  }

  private func turn(of request: Request) -> Turn {
    guard settings.value.queuesInFront else { return request.turn }
    // A bug that the swarm must find where it is switched on.
    return Turn(sequence: -request.turn.sequence, run: request.turn.run)
  }

  /// The turn of what joins the queue now, after a run.
  func turn(after run: RunID) -> Turn { Turn(sequence: nextSequence - 1, run: run) }

  /// The condition of the request of `key` has failed: it joins the queue again.
  ///
  /// - Parameter run: The last that has begun.
  mutating func rejoin(_ key: RequestKey, after check: RunID, run: RunID) {
    guard let slot = table.slot(of: key) else { return }
    unplace(slot)
    table.rejoin(slot, at: Turn(sequence: nextSequence - 1, run: run, check: check))
  }

  /// A request was made of `submission`, with the next sequence.
  mutating func noteAccepted(_ submission: Submission, at now: Instant) {
    _ = takeSequence()
    guard submission.isCounted else { return }
    submitLog.note(submission.owner, settings.value.submitRates, at: now.awake)
  }

  /// The rate that forbids `owner` another submission, and how long it still does.
  func obstacle(to owner: UInt32, at now: Instant) -> (rate: SubmitRate, wait: Duration)? {
    submitLog.obstacle(to: owner, settings.value.submitRates, at: now.awake)
  }

  // MARK: What has to be looked at

  /// Has all looked at again that reads what was touched.
  mutating func follow(_ touched: Touched) {
    if touched.touches(.ofApps) { classes.touchApps() }
    if touched.touches(.ofPrices) { classes.touchPrices() }
    for app in touched.apps {
      for kinds in classes.touch(app) { looks.look(at: kinds) }
    }
    if touched.touches(.ofStarts) { looks.lookAtAll() }
    if touched.touches(.ofDates) { touchAll() }
    for key in touched.requests {
      if let slot = table.slot(of: key) { touch(slot) }
    }
  }

  private mutating func touch(_ slot: Int) {
    guard table[slot] != nil, !standings[slot].isTouched else { return }
    standings[slot].isTouched = true
    touched.append(slot)
  }

  private mutating func touchAll() {
    for slot in standings.indices { touch(slot) }
  }

  /// Forgets all that it may skip, and looks at everything again.
  mutating func forgetIndex() {
    classes = ClassTable()
    for slot in standings.indices { standings[slot].place = nil }
    looks.lookAtAll()
    touchAll()
  }

  /// Requests and classes of kinds whose moment has come have to be looked at.
  mutating func followTime(_ now: Instant) {
    for slot in agenda.due(at: now) {
      standings[slot].wallMoment = nil
      standings[slot].awakeMoment = nil
      touch(slot)
    }
  }

  /// Has the request of `key` looked at again at `moment`.
  mutating func lookAgain(at key: RequestKey, _ moment: AwakeTime) {
    if let slot = table.slot(of: key) { agenda.add(slot, at: moment) }
  }

  var nextWall: WallTime? { agenda.nextWall }
  var nextAwake: AwakeTime? { agenda.nextAwake }

  /// What was found to be foreseen since this was asked last.
  mutating func takeOutlooks() -> [(profile: GateProfile, distribution: ForecastDistribution)] {
    defer { outlooks = [] }
    return outlooks
  }

  // MARK: What is overdue

  mutating func noteOverdue(_ slot: Int) { overdue.append(slot) }

  /// Those that were found to be overdue since this was asked last, in the order of acceptance.
  mutating func takeOverdue() -> [RequestKey] {
    if overdue.isEmpty { return [] }
    defer { overdue = [] }
    // Slots differ after a restart; what is told does not.
    return overdue.compactMap { table[$0]?.value }.sorted { $0.sequence < $1.sequence }.map(\.key)
  }

  // MARK: Where they stand

  /// What the device's policies say to the request of `key`, whose window is at `stage`; nil where that has to
  /// be asked.
  func devicePart(of key: RequestKey, at stage: WindowStage) -> PolicyVerdicts? {
    guard let slot = table.slot(of: key), let place = standings[slot].place else { return nil }
    return classes.devicePart(of: place.index, at: stage)
  }

  /// The class that the request in `slot` stands in; nil while something of its own holds it.
  func classIndex(of slot: Int) -> Int? { standings[slot].place?.index }

  /// Whether something has been touched that was not placed since.
  var hasTouched: Bool { !touched.isEmpty }

  /// Those to be placed, which are to be placed no longer.
  mutating func takeTouched() -> [Int] {
    var slots: [Int] = []
    for slot in touched where standings[slot].isTouched {
      standings[slot].isTouched = false
      slots.append(slot)
    }
    touched = []
    return slots
  }

  mutating func place(_ slot: Int, in index: Int) {
    guard standings[slot].place?.index != index else { return }
    let position = classes.append(slot, to: index)
    unplace(slot)
    standings[slot].place = (index, position)
  }

  /// Takes `slot` out of its class, if it stands in one.
  mutating func unplace(_ slot: Int) {
    guard let place = standings[slot].place else { return }
    standings[slot].place = nil
    if let moved = classes.remove(at: place.position, from: place.index) {
      standings[moved].place?.position = place.position
    }
  }

  mutating func unplace(_ key: RequestKey) {
    if let slot = table.slot(of: key) { unplace(slot) }
  }

  /// Puts the next moments at which time alone changes something for the request into the agenda.
  mutating func noteMoments(_ wallMoment: WallTime?, _ awakeMoment: AwakeTime?, _ slot: Int) {
    if let wallMoment, wallMoment != standings[slot].wallMoment {
      standings[slot].wallMoment = wallMoment
      agenda.add(slot, at: wallMoment)
    }
    if let awakeMoment, awakeMoment != standings[slot].awakeMoment {
      standings[slot].awakeMoment = awakeMoment
      agenda.add(slot, at: awakeMoment)
    }
  }

  /// Whether the agenda holds so much that no longer matters that it should be made anew.
  var hasLongAgenda: Bool { agenda.count > 1000 + 4 * table.count }

  /// Forgets what no longer matters, so that resubmitting for ever does not fill the memory.
  ///
  /// - Parameter checks: When conditions are tried again.
  mutating func rebuildAgenda(_ checks: [(key: RequestKey, at: AwakeTime)]) {
    agenda = Agenda()
    for slot in standings.indices {
      if let moment = standings[slot].wallMoment { agenda.add(slot, at: moment) }
      if let moment = standings[slot].awakeMoment { agenda.add(slot, at: moment) }
    }
    for check in checks { lookAgain(at: check.key, check.at) }
  }
}
