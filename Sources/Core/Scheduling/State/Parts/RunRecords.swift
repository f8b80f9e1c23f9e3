/// The runs: live runs, the state left by ended ones, and each user's use of slots.
///
/// After a failed commit, live runs keep their stop state, since the stop has already happened.
struct RunRecords: Sendable {
  private let settings: Shared<Settings>
  private(set) var active: ActiveRuns
  /// The numbers of simultaneous runs that were set while the daemon runs.
  private(set) var concurrency: Concurrency
  /// The numbers that were set before.
  private(set) var formerConcurrency = ConcurrencyTimeline()
  /// The capacity in addition to the live runs.
  private(set) var capacity: Capacity
  /// State that runs left to requests that may no longer exist.
  private(set) var lastRuns: LastRuns
  /// The intervals of runs, to explain why a request has waited.
  private(set) var timeline: RunTimeline
  /// The use of slots by each user.
  private var fairShare = FairShare()
  /// The reasons for the start of runs; `nil` if they are not recorded.
  private var decisions: [RunID: Explanation]?
  /// Whether the gates of live runs were not checked since the load from a store. They may have closed meanwhile.
  private var hasUnwatchedGates = true
  /// Whether no run is started any more, because the daemon is about to stop.
  private(set) var isDraining = false
  /// Whether live runs then continue, for the next daemon.
  private(set) var leavesRuns = false

  init(_ snapshot: Snapshot, settings: Shared<Settings>) {
    self.settings = settings
    active = ActiveRuns(nextID: snapshot.nextRun)
    let stored = snapshot.learned.first { $0.name == Learned.concurrency }
    concurrency = stored.map { Concurrency(bytes: $0.bytes) } ?? Concurrency()
    capacity = Capacity(settings, concurrency)
    lastRuns = LastRuns(snapshot.lastRuns)
    timeline = RunTimeline(limit: settings.value.rememberedRuns)
  }

  /// Takes over from `failed`, the state whose commit failed, the state that a rollback cannot undo. Adds the live runs
  /// of the store in the phases that they have reached.
  ///
  /// - Parameter runsBefore: The live runs as they were before the events whose commit failed. `snapshot` has them as
  ///   they were stored last.
  /// - Parameter request: Returns the request that a run executes.
  mutating func keepExternalState(
    of failed: RunRecords, _ snapshot: Snapshot, runsBefore: [Run], request: (Run) -> Request?
  ) {
    timeline = failed.timeline
    // A change that was undone does no harm here: the numbers before it are in effect again.
    formerConcurrency = failed.formerConcurrency
    (isDraining, leavesRuns) = (failed.isDraining, failed.leavesRuns)
    for run in snapshot.liveRuns.sorted(by: { $0.id < $1.id }) {
      let runBefore = runsBefore.first { $0.id == run.id } ?? run
      let executed = request(run)
      var entry = active.restored(runBefore, of: executed, after: failed.active, snapshot.apps)
      // A step that was not recorded has not begun; the end of the earlier step is reported again.
      if entry.run.step != runBefore.step {
        (entry.run, entry.request) = (runBefore, executed)
      }
      // A frozen run has not been thawed: thawing also waits for the commit.
      if runBefore.wasOnlyThawed(in: entry.run) { entry.run = runBefore }
      add(entry, claim(of: entry))
    }
  }

  /// Notes that the daemon is about to stop and starts no more runs. Returns whether this is the first call.
  ///
  /// - Parameter leavesRuns: Whether the live runs continue, for the next daemon.
  mutating func drain(leavesRuns: Bool) -> Bool {
    let isFirstCall = !isDraining
    isDraining = true
    self.leavesRuns = leavesRuns
    return isFirstCall
  }

  // MARK: Reading

  subscript(id: RunID) -> ActiveRun? { active[id] }

  /// Returns the live run of `key`; `nil` if there is none.
  func run(of key: RequestKey) -> Run? { active[key]?.run }

  func isRunning(_ key: RequestKey) -> Bool { active.isRunning(key) }

  /// Returns the last run of `key` that left state for its request; `nil` if there is none.
  func lastRun(of key: RequestKey) -> Run? { lastRuns[key] }

  /// Returns whether other requests fill the group of `request`: their runs have reached its width. Each user has own
  /// groups, so only runs of the same user are counted. `false` if the request has no group.
  func isGroupBusy(beside request: Request) -> Bool {
    guard let group = GroupKey(of: request) else { return false }
    let otherRuns = active.all.count { entry in
      entry.run.group == group.name && entry.run.key.owner == group.owner
        && entry.run.sequence != request.sequence
    }
    // Allowed widths are at least 1. Even with a smaller one, a request waits only for another run.
    return otherRuns > 0 && otherRuns >= concurrency.width(of: group, settings.value)
  }

  /// Returns the position of `owner` in the order in which users get slots of `kinds`, by present and past use.
  ///
  /// - Parameter checks: Condition checks in progress, which count as slots.
  func standing(
    of owner: UInt32, in kinds: KindRules.ConcurrencyClass, beside checks: [ConditionTrial],
    at now: Instant
  ) -> FairShare.Order {
    var slotStarts: [AwakeTime] = []
    for entry in active.all where usesSlot(of: kinds, owner, entry.run.key, entry.run.kind) {
      slotStarts.append(entry.run.started.awake)
    }
    for check in checks where usesSlot(of: kinds, owner, check.key, check.kind) {
      slotStarts.append(check.started.awake)
    }
    return fairShare.standing(
      of: owner, in: kinds, holding: slotStarts, at: now, halfLife: settings.value.useHalfLife)
  }

  /// Returns whether the request of `key` belongs to `owner`, and its `kind` uses the slots of `kinds`.
  private func usesSlot(
    of kinds: KindRules.ConcurrencyClass, _ owner: UInt32, _ key: RequestKey, _ kind: Kind
  ) -> Bool {
    key.owner == owner && settings.value.sharedRules(of: kind).value.concurrencyClass == kinds
  }

  /// Returns the change that keeps a removed or replaced `request` in the store during its run; empty if it has none.
  func changeToKeep(_ request: Request) -> [Effect] {
    let isExecuted = active.all.contains {
      $0.run.key == request.key && $0.run.sequence == request.sequence
    }
    return isExecuted ? [.change(.keepExecuted(request))] : []
  }

  // MARK: Begin and end

  /// Returns a new, unique number for a run.
  mutating func makeID() -> RunID { active.makeID() }

  /// Returns the room that a live run takes.
  private func claim(of entry: ActiveRun) -> Capacity.Claim {
    Capacity.Claim(entry.slotHolder, settings)
  }

  /// Adds a live run, which takes the slot of `claim`.
  private mutating func add(_ entry: ActiveRun, _ claim: Capacity.Claim) {
    active.add(entry)
    capacity.occupyRoom(for: claim)
  }

  /// Adds a run that begins, notes that its user got a slot, and adds the run to the timeline.
  mutating func begin(_ run: Run, of request: Request) {
    let entry = ActiveRun(run: run, request: request)
    let holder = entry.slotHolder
    let claim = Capacity.Claim(holder, settings)
    add(entry, claim)
    noteSlot(of: holder)
    timeline.begin(run, claiming: claim)
  }

  /// Adds a live run of an earlier daemon.
  ///
  /// - Parameter isThere: Whether a process of it is left. Otherwise the run is about to be ended, and is not added to
  ///   the timeline.
  mutating func recover(_ run: Run, of request: Request?, isThere: Bool) {
    let entry = ActiveRun(run: run, request: request)
    let claim = claim(of: entry)
    add(entry, claim)
    if isThere { timeline.begin(run, claiming: claim) }
  }

  /// Begins the next step in the same run.
  mutating func begin(step run: Run, of request: Request) { active.begin(step: run, of: request) }

  /// Adds the resource use of the current step.
  mutating func addUse(of processExit: ProcessExit, by id: RunID) {
    active.addUse(of: processExit, by: id)
  }

  /// Removes and returns the run `id`, which has ended, and frees its slot; `nil` if it is not live.
  mutating func remove(_ id: RunID) -> ActiveRun? {
    guard let entry = active.remove(id) else { return nil }
    // The oldest runs have the slots, so the end of one may assign the slots differently.
    countCapacity()
    return entry
  }

  /// Computes the capacity again from the live runs.
  private mutating func countCapacity() {
    capacity = Capacity(settings, concurrency)
    for entry in active.all { capacity.occupyRoom(for: claim(of: entry)) }
  }

  /// Replaces the numbers of simultaneous runs. Live runs continue, even if there are more of them. Returns the change.
  mutating func set(_ numbers: Concurrency, at now: WallTime) -> FollowUp {
    if numbers != concurrency { formerConcurrency.end(concurrency, at: now) }
    concurrency = numbers
    countCapacity()
    return FollowUp(
      effects: [.change(.learn(Learned(name: Learned.concurrency, bytes: numbers.bytes)))],
      touched: Touched(inputs: .capacity))
  }

  /// Records the end of `run`, which has been removed: as the last run of its key, in the timeline, and as use of a
  /// slot by its user.
  mutating func end(_ run: Run, at ended: Instant) {
    lastRuns.note(run)
    timeline.end(run.id, at: ended.wall)
    charge(run.key.owner, run.kind, from: run.started, until: ended)
  }

  /// Replaces the retry state that the last run of `key` left to the next request. Returns the change; empty if no run
  /// is known, or if a live run will leave another one. That run may still need its request, which an end removes.
  mutating func replaceState(leftTo key: RequestKey, by state: RetryState) -> [Effect] {
    guard var run = lastRuns[key], !active.isRunning(key) else { return [] }
    run.leave(state)
    lastRuns.note(run)
    return [.change(.putRun(run))]
  }

  /// Notes that the user of `holder`, a run or a condition check, gets a slot.
  mutating func noteSlot(of holder: SlotHolder) {
    let kinds = settings.value.sharedRules(of: holder.kind).value.concurrencyClass
    fairShare.noteSlot(for: holder.key.owner, in: kinds, at: holder.started)
  }

  /// Charges `owner` for the slot that a run or a condition check of `kind` had.
  mutating func charge(_ owner: UInt32, _ kind: Kind, from started: Instant, until ended: Instant) {
    fairShare.charge(
      max(.zero, ended.awake - started.awake), to: owner,
      in: settings.value.sharedRules(of: kind).value.concurrencyClass, at: ended,
      halfLife: settings.value.useHalfLife)
  }

  // MARK: States

  /// Applies a transition to the run `id`. Returns its effects; empty if the run is not live, or does not accept it.
  mutating func apply(_ transition: Run.Transition, to id: RunID, at now: Instant) -> [Effect] {
    active.apply(transition, to: id, at: now.awake)
  }

  /// Stores `share`, the finished part of a task's work. For a continued task, also notes that it has made progress.
  /// Returns the change.
  mutating func note(share: Double, of id: RunID, at now: Instant) -> [Effect] {
    active.update(id) { run in
      run.share = share
      if run.task?.continued != nil { run.progressed = now.awake }
    }
  }

  /// Stores the new title and subtitle of a continued task. Returns the change; empty if the run is no continued task.
  mutating func note(title: String, subtitle: String, of id: RunID) -> [Effect] {
    active.update(id) { run in
      guard var terms = run.task?.continued else { return }
      (terms.title, terms.subtitle) = (title, subtitle)
      run.task = .continued(terms)
    }
  }

  /// Restarts the time in which a continued task must report progress, since it could not report until now. Returns the
  /// change; empty if the run is no continued task.
  mutating func resumeProgress(of id: RunID, at now: Instant) -> [Effect] {
    active.update(id) { run in
      if run.task?.continued != nil { run.progressed = now.awake }
    }
  }

  /// Notes that the process of a task has called its launch handler.
  mutating func noteBegun(_ id: RunID) { active.update(handlersOf: id) { $0.hasBegun = true } }

  /// Notes that the process of a task has ended, and whether that was before its launch handler was called.
  mutating func note(isUncalled: Bool, isLost: Bool, of id: RunID) {
    active.update(handlersOf: id) { ($0.isUncalled, $0.isLost) = (isUncalled, isLost) }
  }

  /// Stores a task's report on its expiration handler, which also shows that the task has begun.
  mutating func note(_ report: ExpirationReport, of id: RunID) {
    active.update(handlersOf: id) { handlers in
      handlers.hasBegun = true
      handlers.expiration = report
    }
  }

  /// Applies to each run the transitions that are due by its deadlines, and returns their effects.
  mutating func supervise(at now: Instant) -> [Effect] {
    active.isEmpty ? [] : active.supervise(at: now.awake, settings)
  }

  /// Notes the last check of the quota of a run.
  mutating func set(_ check: QuotaCheck, of id: RunID) { active.set(check, of: id) }

  /// Removes the time limits of a run, and learns nothing from it: a debugger has held its process.
  mutating func removeTimeLimits(of id: RunID) { active.removeTimeLimits(of: id) }

  /// Returns whether the gates of live runs have not been checked since the load from a store, and notes that they are
  /// checked now.
  mutating func consumeUnwatchedGates() -> Bool {
    defer { hasUnwatchedGates = false }
    return hasUnwatchedGates
  }

  /// Adds to `deadlines` the moments at which time changes the state of a run.
  func includeMoments(in deadlines: inout NextDeadlines) {
    if active.isEmpty { return }
    deadlines.include(active.nextQuotaEnd)
    deadlines.include(active.nextMoment(settings.value))
  }

  // MARK: Decisions

  /// Records from now on why each run was started.
  mutating func keepDecisions() { decisions = decisions ?? [:] }

  var keepsDecisions: Bool { decisions != nil }

  /// Records the reason for the start of `run`, if reasons are recorded.
  mutating func keep(_ decision: Explanation, behind run: RunID) { decisions?[run] = decision }

  /// Returns and removes the reason for a run's start; `nil` if it was not recorded, or is already removed.
  mutating func removeDecision(behind run: RunID) -> Explanation? {
    decisions?.removeValue(forKey: run)
  }
}
