// Placing of requests: those whose dates let them start are in classes, by the device's verdicts. Requests whose dates
// hold them are only in the agenda.
extension PendingRequests {
  /// Puts every touched request into the class of its present state; into none while it runs, is paused, or is held by
  /// quiet hours or its own conditions.
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
    // Slots differ after a restart; the order of reports must not.
    return dropped.sorted { $0.sequence < $1.sequence }
  }

  /// Puts the request in `slot` into the class of its present state; into none while it runs, is paused, or is held by
  /// quiet hours or its own conditions. Notes when to check it again, and whether it is overdue
  /// or its owner must be notified.
  private mutating func place(
    _ slot: Int, _ request: Request, isRunning: Bool, in context: Context, at now: Instant
  ) {
    // The settings of the context: a read through `self` would copy them during the mutation.
    let settings = context.settings
    var moments = settings.value.moments(of: request)
    let (overdue, notification) = (
      request.overdueMoment(settings.value), request.notificationMoment
    )
    if let overdue { moments.append(overdue) }
    if let notification { moments.append(notification) }
    noteMoments(
      moments.filter { $0 > now.wall }.min(),
      request.progress.backoffUntil.flatMap { $0 > now.awake ? $0 : nil }, slot)
    let isOverdue = overdue.map { $0 <= now.wall } ?? false
    let isNotificationDue = notification.map { $0 <= now.wall } ?? false
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

  /// Evaluates the device's policies for the profile of the class at `index`, which has got a request. If they are
  /// known already and permit a start, the kinds of the profile are due for a check.
  private mutating func considerProfile(
    of index: Int, _ context: Context, at now: Instant
  ) {
    guard let place = classes[index]?.key.profile, let profile = classes.profile(place) else {
      return
    }
    if profile.deviceVerdicts == nil {
      evaluate(profile, place, Policies.ofDevice, context, at: now)
    } else if profile.isOpen {
      dueChecks.markDue(profile.kinds)
    }
  }

  /// Evaluates the device's policies that read one of `fields` again, for each profile. If the result is unchanged,
  /// no request of the profile is checked.
  mutating func reevaluateDevice(_ fields: DeviceFields, in context: Context, at now: Instant) {
    let policies = fields.isEmpty ? [] : Policies.ofDevice(reading: fields)
    if policies.isEmpty { return }
    for index in 0..<classes.profileCount {
      guard let profile = classes.profile(index) else { continue }
      evaluate(profile, index, policies, context, at: now)
    }
  }

  /// Evaluates `policies` again for the profile at `index`, or all of the device's policies if it has no verdicts yet.
  /// If the combined result has changed and the profile may start, its kinds are due for a check.
  private mutating func evaluate(
    _ profile: ClassTable.Profile, _ index: Int, _ policies: Policies.Places,
    _ context: Context, at now: Instant
  ) {
    guard let request = classes.anySlot(behind: profile).flatMap({ table[$0] }) else { return }
    let candidate = Candidate(
      request, app: nil, device: context.device.shared, now: now, settings: context.settings,
      stage: profile.gates.stage)
    let verdicts =
      profile.deviceVerdicts.map { PolicyVerdicts($0, evaluatingAgain: policies, on: candidate) }
      ?? PolicyVerdicts(Policies.ofDevice, on: candidate)
    // Another reason may keep it closed with the same result.
    guard verdicts != profile.deviceVerdicts else { return }
    classes.set(verdicts, of: index)
    guard verdicts.combination != profile.deviceVerdicts?.combination else { return }
    if classes.profile(index)?.isOpen == true { dueChecks.markDue(profile.kinds) }
  }

  /// The values to poll because requests wait only for unreported values.
  var awaitedReadings: PollingNeeds {
    var awaited: PollingNeeds = []
    for index in 0..<classes.profileCount {
      guard let verdicts = classes.profile(index)?.deviceVerdicts,
        !verdicts.combination.decision.permits
      else {
        continue
      }
      let readings = verdicts.reasons.map(\.traits.pollingNeeds)
      if !readings.contains(nil) { awaited.formUnion(PollingNeeds(readings.compactMap(\.self))) }
    }
    return awaited
  }
}
