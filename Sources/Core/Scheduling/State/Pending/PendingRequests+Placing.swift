// Placing of requests: those whose dates let them start are in classes, by the device's verdicts. Requests whose dates
// hold them are only in the agenda.
extension PendingRequests {
  /// Puts every touched request into the class of its present state; into none while it runs, is paused, or is held by
  /// quiet hours or its own conditions. Called before the check for starts, which considers only classes.
  ///
  /// - Returns: The requests whose windows have closed and that must be dropped, in the order of acceptance.
  mutating func placeTouched(in context: Context, at now: Instant) -> [Request] {
    var dropped: [Request] = []
    for slot in removeTouched() {
      guard let request = table[slot] else { continue }
      let isRunning = context.runs.isRunning(request.value.key)
      if !isRunning, request.value.window.isDropped(at: now.wall) {
        dropped.append(request.value)
      } else {
        place(slot, request.value, isRunning: isRunning, in: context, at: now)
      }
    }
    if hasLongAgenda { rebuildAgenda(context.checks.retries) }
    if dropped.isEmpty { return [] }
    // Slots differ after a restart; the order of reports must not.
    return dropped.sorted { $0.sequence < $1.sequence }
  }

  /// Whether the agenda has so many outdated entries that it should be rebuilt. A request has few current entries.
  private var hasLongAgenda: Bool { agenda.count > 1000 + 4 * table.count }

  /// Puts the request in `slot` into the class of its present state; into none while it runs, is paused, or is held by
  /// quiet hours or its own conditions. Notes when to check it again, and whether it is overdue
  /// or its owner must be notified.
  private mutating func place(
    _ slot: Int, _ request: Request, isRunning: Bool, in context: Context, at now: Instant
  ) {
    // The settings of the context: a read through `self` would copy them during the mutation.
    let settings = context.settings
    var nextMoment: WallTime?
    func note(_ moment: WallTime) {
      if moment > now.wall { nextMoment = min(nextMoment ?? moment, moment) }
    }
    settings.value.forEachMoment(of: request, note)
    let overdueAt = request.overdueMoment(settings.value)
    let notificationAt = request.notificationMoment
    if let overdueAt { note(overdueAt) }
    if let notificationAt { note(notificationAt) }
    let backoffEnd = request.progress.backoffUntil.flatMap { $0 > now.awake ? $0 : nil }
    noteMoments(nextMoment, backoffEnd, slot)
    let isOverdue = overdueAt.map { $0 <= now.wall } ?? false
    let isNotificationDue = notificationAt.map { $0 <= now.wall } ?? false
    if !isRunning, isOverdue || isNotificationDue { noteOverdue(slot) }
    guard !isRunning,
      context.pauses.holding(request.key, request.terms.kind, group: request.terms.group) == nil,
      context.quietHold(request, at: now.wall) == nil,
      request.holds(context.checks[request], at: now).isEmpty
    else {
      unplace(slot)
      return
    }
    let rules = settings.value.rules(of: request.terms.kind)
    let stage = WindowStage(
      of: request, at: now.wall, rules: rules, settings: settings.value)
    let gates = context.gateProfile(of: request, stage: stage)
    let index = classes.index(of: request, gates, rules.concurrencyClass)
    place(slot, in: index)
    considerProfile(of: index, context, at: now)
  }

  /// Makes the request that was just placed in the class at `index` a possible start: evaluates the device's policies
  /// for its profile. If they are known already and permit a start, marks the kinds of the profile as due for a check.
  private mutating func considerProfile(
    of index: Int, _ context: Context, at now: Instant
  ) {
    guard let profile = classes[index]?.key.profile else { return }
    if classes.verdicts(behind: profile) == nil {
      evaluate(profile, Policies.ofDevice, context, at: now)
    } else {
      markDueIfOpen(profile)
    }
  }

  /// Marks the kinds of the profile at `index` as due for a check, if a request of it may start.
  private mutating func markDueIfOpen(_ index: Int) {
    if let kinds = classes.kindsIfOpen(index) { dueChecks.markDue(kinds) }
  }

  /// Evaluates the device's policies that read one of `fields` again, for each profile. If the result is unchanged,
  /// no request of the profile is checked.
  mutating func reevaluateDevice(_ fields: DeviceFields, in context: Context, at now: Instant) {
    let policies = Policies.ofDevice(reading: fields)
    if policies.isEmpty { return }
    for index in 0..<classes.profileCount { evaluate(index, policies, context, at: now) }
  }

  /// Evaluates `policies` again for the profile at `index`, or all of the device's policies if it has no verdicts yet.
  /// If the combined result has changed and the profile may start, its kinds are due for a check. Does nothing if the
  /// index is free.
  private mutating func evaluate(
    _ index: Int, _ policies: Policies.Places, _ context: Context, at now: Instant
  ) {
    guard let stage = classes.stage(behind: index),
      let request = classes.anySlot(behind: index).flatMap({ table[$0] })
    else { return }
    let candidate = Candidate(
      request, app: nil, device: context.device.shared, now: now, settings: context.settings,
      stage: stage)
    let known = classes.verdicts(behind: index)
    let verdicts =
      known.map { PolicyVerdicts($0, evaluatingAgain: policies, on: candidate) }
      ?? PolicyVerdicts(Policies.ofDevice, on: candidate)
    guard verdicts != known else { return }
    classes.set(verdicts, of: index)
    // Other reasons can have the same result.
    if verdicts.combination != known?.combination { markDueIfOpen(index) }
  }

  /// The values to poll, since requests wait for nothing else: values whose changes no source reports. A request that
  /// also waits for another reason needs no poll yet.
  var awaitedReadings: PollingNeeds {
    var awaited: PollingNeeds = []
    for index in 0..<classes.profileCount {
      guard let verdicts = classes.profile(index)?.deviceVerdicts,
        !verdicts.combination.decision.permits
      else {
        continue
      }
      // `nil` for a reason that no poll can end.
      let needs = verdicts.reasons.map(\.traits.pollingNeeds)
      if !needs.contains(nil) { awaited.formUnion(PollingNeeds(needs.compactMap(\.self))) }
    }
    return awaited
  }
}
