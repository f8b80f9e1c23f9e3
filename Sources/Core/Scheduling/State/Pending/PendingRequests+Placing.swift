// Which requests wait for what: those whose dates let them start stand in classes behind what the device's
// policies say, the others only in the agenda.
extension PendingRequests {
  /// Puts every request that was touched where it belongs now.
  ///
  /// - Returns: Those whose windows have closed on them, which are to be dropped, in the order of acceptance.
  mutating func placeTouched(in context: Context, at now: Instant) -> [Request] {
    var dropped: [Request] = []
    for slot in takeTouched() {
      guard let request = table[slot] else { continue }
      let isRunning = context.runs.isRunning(request.value.key)
      if !isRunning, request.value.window.isDropped(at: now.wall) {
        dropped.append(request.value)
      } else {
        place(slot, request.value, isRunning: isRunning, in: context, at: now)
      }
    }
    if hasLongAgenda { rebuildAgenda(context.checks.retries) }
    // Slots differ after a restart; what is told does not.
    return dropped.sorted { $0.sequence < $1.sequence }
  }

  /// Puts one request where it belongs now, and notes when to look again.
  private mutating func place(
    _ slot: Int, _ request: Request, isRunning: Bool, in context: Context, at now: Instant
  ) {
    let overdue = request.overdueMoment(settings.value)
    noteMoments(
      (settings.value.moments(of: request) + [overdue].compactMap(\.self))
        .filter { $0 > now.wall }.min(),
      request.progress.backoffUntil.flatMap { $0 > now.awake ? $0 : nil }, slot)
    if !isRunning, let overdue, overdue <= now.wall { noteOverdue(slot) }
    guard !isRunning, context.pauses.holding(request.key, request.terms.kind) == nil,
      request.holds(context.checks[request], at: now).isEmpty
    else {
      unplace(slot)
      return
    }
    let rules = settings.value.rules(of: request.terms.kind)
    let stage = WindowStage(
      of: request, at: now.wall, rules: rules, settings: settings.value)
    let gates = GateProfile(of: request, stage: stage)
    let index = classes.index(of: request, gates, rules.concurrencyClass)
    place(slot, in: index)
    considerProfile(of: index, context, at: now)
  }

  /// Something new stands in the class: where its device part permits it, it is due for a look.
  private mutating func considerProfile(
    of index: Int, _ context: Context, at now: Instant
  ) {
    guard let place = classes[index]?.key.profile, let profile = classes.profile(place) else {
      return
    }
    if profile.device == nil {
      ask(profile, place, Policies.ofDevice, context, at: now)
    } else if profile.isOpen {
      looks.look(at: profile.kinds)
    }
  }

  /// Asks those of the device's policies anew that read one of `fields`, profile by profile: where they answer
  /// as before nothing behind it is looked at.
  mutating func askDevice(_ fields: DeviceFields, in context: Context, at now: Instant) {
    let policies = fields.isEmpty ? [] : Policies.ofDevice(reading: fields)
    if policies.isEmpty { return }
    for index in 0..<classes.profileCount {
      guard let profile = classes.profile(index) else { continue }
      ask(profile, index, policies, context, at: now)
    }
  }

  private mutating func ask(
    _ profile: ClassTable.Profile, _ index: Int, _ policies: Policies.Places,
    _ context: Context, at now: Instant
  ) {
    guard let request = classes.anySlot(behind: profile).flatMap({ table[$0] }) else { return }
    let candidate = Candidate(
      request, app: nil, device: context.device.shared, now: now, settings: settings,
      stage: profile.gates.stage)
    let part =
      profile.device.map { PolicyVerdicts($0, anew: policies, on: candidate) }
      ?? PolicyVerdicts(Policies.ofDevice, on: candidate)
    // Another reason may keep it closed with the same answer.
    guard part != profile.device else { return }
    classes.set(part, of: index)
    guard part.combination != profile.device?.combination else { return }
    if classes.profile(index)?.isOpen == true { looks.look(at: profile.kinds) }
  }

  /// What has to be read from time to time, because nothing else keeps a request waiting than what does not tell
  /// of its changes.
  var awaitedReadings: PollingNeeds {
    var awaited: PollingNeeds = []
    for index in 0..<classes.profileCount {
      guard let part = classes.profile(index)?.device, !part.combination.decision.permits else {
        continue
      }
      let readings = part.reasons.map(\.traits.attention)
      if !readings.contains(nil) { awaited.formUnion(PollingNeeds(readings.compactMap(\.self))) }
    }
    return awaited
  }
}
