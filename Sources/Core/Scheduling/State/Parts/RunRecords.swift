/// The runs: those that live, what ended ones left, and how much of their slots users have had.
///
/// After a commit that failed runs that live keep how far they have been told to stop, since that has happened.
struct RunRecords: Sendable {
  private let settings: Shared<Settings>
  private(set) var active: ActiveRuns
  /// What there is beside them.
  private(set) var capacity: Capacity
  /// What runs left to requests that may be gone by now.
  private(set) var last: LastRuns
  /// Which runs lived when, for explaining why something has waited.
  private(set) var timeline: RunTimeline
  /// How much of its slots each user has used.
  private var share = FairShare()
  /// Why runs were started, for whoever asks; nil where nobody does.
  private var decisions: [RunID: Explanation]?
  /// Nobody has looked at the gates of what runs since it was made from what a store holds.
  private var hasUnwatchedGates = true
  /// Nothing is started any more, because the daemon is about to stop.
  private(set) var isDraining = false
  /// What runs goes on then, for whoever comes after the daemon.
  private(set) var leavesRuns = false

  init(_ snapshot: Snapshot, settings: Shared<Settings>) {
    self.settings = settings
    active = ActiveRuns(nextID: snapshot.nextRun)
    capacity = Capacity(settings.value)
    last = LastRuns(snapshot.lastRuns)
    timeline = RunTimeline(limit: settings.value.rememberedRuns)
  }

  /// Takes over what is a fact of the outside, after a commit that failed.
  ///
  /// - Parameter before: The live runs as they were before what could not be committed.
  /// - Parameter request: What a run executes.
  mutating func keepFacts(
    of failed: RunRecords, _ snapshot: Snapshot, before: [Run], request: (Run) -> Request?
  ) {
    timeline = failed.timeline
    (isDraining, leavesRuns) = (failed.isDraining, failed.leavesRuns)
    for run in snapshot.liveRuns.sorted(by: { $0.id < $1.id }) {
      let known = before.first { $0.id == run.id } ?? run
      let executed = request(run)
      var entry = active.restored(known, of: executed, after: failed.active)
      // A step that was not recorded has not begun; the end of the one before is told again.
      if entry.run.step != known.step { (entry.run, entry.request) = (known, executed) }
      // Nor has a frozen run gone on: that, too, waits for the commit.
      if case .frozen = known.phase, entry.run.phase == .running { entry.run = known }
      add(entry)
    }
  }

  /// Starts nothing any more. Returns whether it did until now.
  mutating func drain(leavesRuns: Bool) -> Bool {
    defer { (isDraining, self.leavesRuns) = (true, leavesRuns) }
    return !isDraining
  }

  // MARK: Reading

  subscript(id: RunID) -> ActiveRun? { active[id] }

  /// The live run of `key`.
  func run(of key: RequestKey) -> Run? { active[key]?.run }

  func isRunning(_ key: RequestKey) -> Bool { active.isRunning(key) }

  /// What is known of the last run of `key`, where it left something to its request.
  func lastRun(of key: RequestKey) -> Run? { last[key] }

  /// Whether another request of the group of `request` runs.
  func isGroupBusy(beside request: Request) -> Bool {
    guard let group = request.terms.group else { return false }
    return active.all.contains { entry in
      entry.run.group == group && entry.run.key.owner == request.key.owner
        && entry.run.sequence != request.sequence
    }
  }

  /// What a user has and had of a class of kinds.
  ///
  /// - Parameter checks: Conditions that are being tried, which count as slots.
  func standing(
    of owner: UInt32, in kinds: KindRules.ConcurrencyClass, beside checks: [ConditionTrial],
    at now: Instant
  ) -> FairShare.Standing {
    var began: [AwakeTime] = []
    for entry in active.all where isOf(owner, kinds, entry.run.key, entry.run.kind) {
      began.append(entry.run.started.awake)
    }
    for check in checks where isOf(owner, kinds, check.key, check.kind) {
      began.append(check.started.awake)
    }
    return share.standing(
      of: owner, in: kinds, holding: began, at: now, halfLife: settings.value.useHalfLife)
  }

  private func isOf(
    _ owner: UInt32, _ kinds: KindRules.ConcurrencyClass, _ key: RequestKey, _ kind: Kind
  ) -> Bool {
    key.owner == owner && settings.value.rules(of: kind).concurrencyClass == kinds
  }

  /// The change that keeps what a run executes and is taken from under it, also after a restart.
  func keeping(_ request: Request) -> [Effect] {
    let isExecuted = active.all.contains {
      $0.run.key == request.key && $0.run.sequence == request.sequence
    }
    return isExecuted ? [.change(.keepExecuted(request))] : []
  }

  // MARK: Begin and end

  /// A number for a run, which nothing else will have.
  mutating func takeID() -> RunID { active.takeID() }

  private func claim(of run: Run) -> Capacity.Claim {
    Capacity.Claim(SlotHolder(run), settings.value)
  }

  private mutating func add(_ entry: ActiveRun) {
    active.add(entry)
    capacity.take(claim(of: entry.run))
  }

  mutating func begin(_ run: Run, of request: Request) {
    add(ActiveRun(run: run, request: request))
    serve(SlotHolder(run))
    timeline.begin(run, claiming: claim(of: run))
  }

  /// Goes on with a run of an earlier daemon.
  ///
  /// - Parameter isThere: Something of it is left.
  mutating func takeUp(_ run: Run, of request: Request?, isThere: Bool) {
    add(ActiveRun(run: run, request: request))
    if isThere { timeline.begin(run, claiming: claim(of: run)) }
  }

  /// The next step is launched in the same run.
  mutating func begin(step run: Run, of request: Request) { active.begin(step: run, of: request) }

  /// Notes what the present step has used.
  mutating func addUse(of finish: ProcessExit, by id: RunID) { active.addUse(of: finish, by: id) }

  /// Takes out a run of which nothing is left.
  mutating func remove(_ id: RunID) -> ActiveRun? {
    guard let entry = active.remove(id) else { return nil }
    // Whoever began first has the slots: with the end of one, others' may be other ones.
    capacity = Capacity(settings.value)
    for other in active.all { capacity.take(claim(of: other.run)) }
    return entry
  }

  /// Takes the end of a run that was taken out; `run` has ended.
  mutating func end(_ run: Run, at ended: Instant) {
    last.note(run)
    timeline.end(run.id, at: ended.wall)
    charge(SlotHolder(run), until: ended)
  }

  /// Takes back what the last run of `key` has left.
  mutating func forgive(_ key: RequestKey, leaving state: RetryState) -> [Effect] {
    guard var run = last[key] else { return [] }
    run.leave(state)
    last.note(run)
    return [.change(.putRun(run))]
  }

  /// Notes that `holder` takes a slot.
  mutating func serve(_ holder: SlotHolder) {
    let kinds = settings.value.rules(of: holder.kind).concurrencyClass
    share.serve(holder.key.owner, in: kinds, at: holder.started)
  }

  /// Charges its user for the slot that `holder` had until `ended`.
  mutating func charge(_ holder: SlotHolder, until ended: Instant) {
    share.charge(
      ended.awake - holder.started.awake, to: holder.key.owner,
      in: settings.value.rules(of: holder.kind).concurrencyClass, at: ended,
      halfLife: settings.value.useHalfLife)
  }

  // MARK: States

  /// Takes one run into its next state. Returns what follows.
  mutating func apply(
    _ transition: Run.Transition, to id: RunID, at now: Instant
  ) -> [Effect] {
    active.apply(transition, to: id, at: now.awake)
  }

  /// Takes the share of its work that a task says is done.
  mutating func note(share: Double, of id: RunID, at now: Instant) -> [Effect] {
    active.update(id) { run in
      run.share = share
      if run.task?.continued != nil { run.progressed = now.awake }
    }
  }

  /// Takes what a continued task shows from now on.
  mutating func note(title: String, subtitle: String, of id: RunID) -> [Effect] {
    active.update(id) { run in
      guard var terms = run.task?.continued else { return }
      (terms.title, terms.subtitle) = (title, subtitle)
      run.task = .continued(terms)
    }
  }

  /// A continued task could not report anything until now.
  mutating func resumeProgress(of id: RunID, at now: Instant) -> [Effect] {
    active.update(id) { run in
      if run.task?.continued != nil { run.progressed = now.awake }
    }
  }

  /// Takes that the process of a task has called its launch handler.
  mutating func noteBegun(_ id: RunID) { active.update(handlersOf: id) { $0.hasBegun = true } }

  /// Takes that the process of a task has ended, and whether that was before its launch handler was called.
  mutating func note(isAwaited: Bool, isLost: Bool, of id: RunID) {
    active.update(handlersOf: id) { ($0.isAwaited, $0.isLost) = (isAwaited, isLost) }
  }

  /// Takes what became of the expiration handler of a task.
  mutating func note(_ report: ExpirationReport, of id: RunID) {
    active.update(handlersOf: id) { handlers in
      handlers.hasBegun = true
      handlers.expiration = report
    }
  }

  /// Holds every run to its deadlines.
  mutating func supervise(at now: Instant) -> [Effect] {
    active.supervise(at: now.awake, settings.value)
  }

  /// Remembers when a run must stop because its app's quota is used up.
  mutating func set(quotaEnd: AwakeTime?, of id: RunID) {
    if active[id]?.quotaEnds != quotaEnd { active.set(quotaEnd: quotaEnd, of: id) }
  }

  /// Bounds a run in time no more, and learns nothing of it: a debugger has held its process.
  mutating func exempt(_ id: RunID) { active.exempt(id) }

  /// Whether gates of what runs are to be looked at for the first time; not again.
  mutating func takeUnwatchedGates() -> Bool {
    defer { hasUnwatchedGates = false }
    return hasUnwatchedGates
  }

  /// When time alone changes the state of a run.
  func includeMoments(in wake: inout Wake) {
    wake.include(active.nextQuotaEnd)
    wake.include(active.nextMoment(settings.value))
  }

  // MARK: Decisions

  /// Keeps from now on, for each run that begins, why it was started.
  mutating func keepDecisions() { decisions = decisions ?? [:] }

  var keepsDecisions: Bool { decisions != nil }

  mutating func keep(_ decision: Explanation, behind run: RunID) { decisions?[run] = decision }

  /// Why a run was started; nil where that was not kept, or is taken already.
  mutating func takeDecision(behind run: RunID) -> Explanation? {
    decisions?.removeValue(forKey: run)
  }
}
