// The number of requests before one that waits for room, for people.
extension PendingRequests {
  /// Returns how many requests of the same user start before the request of `key`, which waits only for a slot or its
  /// group. Counts the requests that wait for the same slot or group. Called for `rubatoctl explain`.
  func countBefore(_ key: RequestKey, in context: Context, at now: Instant) -> Int {
    guard let slot = table.slot(of: key), let index = classIndex(of: slot),
      let own = state(of: index, in: context, at: now), let request = table[slot]
    else { return 0 }
    let rank = rank(of: slot, request, own.app, own.combination, own.profile)
    let capacity = context.capacity(but: key)
    let awaitsSlot = !capacity.hasRoom(for: own.profile.kinds, of: key.owner, mustRun: own.mustRun)
    let group = classes[index]?.key.group
    let awaitsGroup = capacity.isBusy(group, of: key.owner)
    var count = 0
    for profileIndex in 0..<classes.profileCount {
      guard let profile = classes.profile(profileIndex), profile.isOpen else { continue }
      for other in profile.classes where classes[other]?.key.owner == key.owner {
        let otherGroup = classes[other]?.key.group
        let awaitsSameGroup = awaitsGroup && group == otherGroup
        let awaitsSameSlot =
          awaitsSlot && profile.kinds == own.profile.kinds
          && !capacity.isBusy(otherGroup, of: key.owner)
        guard awaitsSameGroup || awaitsSameSlot,
          let classState = state(of: other, in: context, at: now)
        else { continue }
        count += countInClass(
          other, classState, before: rank, isOfGroup: group != nil && group == otherGroup,
          context, at: now)
      }
    }
    return count
  }

  /// The common state of all requests of a class that may start.
  private struct ClassState {
    var profile: ClassTable.Profile
    var app: Shared<App>?
    var combination: Combination

    var mustRun: Bool { profile.gates.stage.mustRun }
  }

  /// Returns the profile, the app and the joined verdicts of the class `index`; `nil` if the device, or its app, lets
  /// none of its requests start.
  private func state(of index: Int, in context: Context, at now: Instant) -> ClassState? {
    guard let waiting = classes[index], let profile = classes.profile(waiting.key.profile),
      let device = profile.deviceVerdicts?.combination,
      let request = waiting.slots.first.flatMap({ table[$0] })
    else { return nil }
    let app = context.apps.app(of: request.value.key)
    var combination = device
    // The policies of apps also judge groups. Without either, only the device decides.
    if app != nil || waiting.key.group != nil {
      var valuation: Shared<UserValuation>?
      let candidate = context.candidate(
        request, app, stage: profile.gates.stage, &valuation, at: now)
      combination = device.joined(Policies.combination(ofApp: candidate))
    }
    guard combination.decision.permits else { return nil }
    return ClassState(profile: profile, app: app, combination: combination)
  }

  /// Returns the number of requests of the class that start before `rank` and do not wait for a better moment.
  ///
  /// - Parameter isOfGroup: Whether the requests of the class are of the group of the request at `rank`.
  private func countInClass(
    _ index: Int, _ classState: ClassState, before rank: Rank, isOfGroup: Bool,
    _ context: Context, at now: Instant
  ) -> Int {
    var thresholds = thresholds(behind: classState.profile, context, at: now)
    return (classes[index]?.slots ?? []).count { slot in
      guard let request = table[slot] else { return false }
      let other = self.rank(
        of: slot, request, classState.app, classState.combination, classState.profile)
      let startsBefore = isOfGroup ? other.precedesInGroup(rank) : other.precedesOfUser(rank)
      guard startsBefore else { return false }
      return thresholds?.hold(of: context.terms(of: request.value)) == nil
    }
  }
}
