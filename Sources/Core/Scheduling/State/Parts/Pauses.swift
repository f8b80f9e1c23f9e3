/// The active pauses, and recently ended ones. They add up: a request waits for the last pause that covers it.
///
/// After a failed commit, the stored pauses are restored.
struct Pauses: Sendable {
  /// An ended pause, with its end.
  private struct Past: Sendable {
    var pause: Pause
    var ended: WallTime
  }

  /// The maximum number of pauses of a user at the same time.
  static let mostOfUser = 64
  /// The maximum number of ended pauses kept, to explain why a request has waited.
  private static let mostPast = 64

  private(set) var all: [Pause]
  private var past: [Past] = []
  /// Whether pauses of groups have been stored.
  private var storesGroups: Bool
  /// The names under which pauses are stored.
  private static let names = [Learned.pauses, Learned.groupPauses]

  init(_ snapshot: Snapshot) {
    let stored = snapshot.learned.filter { Self.names.contains($0.name) }
    all = stored.flatMap { Pause.list(from: $0.bytes) }.sorted { $0.since < $1.since }
    storesGroups = stored.contains { $0.name == Learned.groupPauses }
  }

  /// Keeps the ended pauses, which are not stored, after a failed commit.
  mutating func keepUnstored(of failed: Pauses) { past = failed.past }

  /// Returns the pause that holds requests of `key`, `kind` and `group`, the one that lasts longest if there are
  /// several; `nil` if there is none.
  func holding(_ key: RequestKey, _ kind: Kind, group: String?) -> Pause? {
    if all.isEmpty { return nil }
    return all.filter { $0.scope.covers(key, kind, group: group) }.max { $0.lastsLessThan($1) }
  }

  /// Returns the effect of all pauses on `run`: to stop it, to freeze it, or to leave it. A run that was forced to
  /// start during a pause continues.
  func fate(of run: Run) -> Pause.Runs {
    let pausesOfRun = all.filter { pause in
      let wasForcedDuringPause = run.isForced && run.started.wall >= pause.since
      return pause.scope.covers(run.key, run.kind, group: run.group) && !wasForcedDuringPause
    }
    // The strongest effect counts.
    if pausesOfRun.contains(where: { $0.runs == .stop }) { return .stop }
    return pausesOfRun.contains { $0.runs == .freeze } ? .freeze : .leave
  }

  /// When the next pause ends automatically; `nil` if none does.
  var nextEnd: WallTime? { all.isEmpty ? nil : all.compactMap(\.ends).min() }

  // MARK: The past

  /// Returns whether requests of `key`, `kind` and `group` were paused at `moment`.
  func wasPaused(_ key: RequestKey, _ kind: Kind, group: String?, at moment: WallTime) -> Bool {
    all.contains { $0.since <= moment && $0.scope.covers(key, kind, group: group) }
      || past.contains {
        $0.pause.since <= moment && moment < $0.ended
          && $0.pause.scope.covers(key, kind, group: group)
      }
  }

  /// Returns the moments in `range` at which pauses of requests of `key`, `kind` and `group` began or ended.
  func changes(of key: RequestKey, _ kind: Kind, group: String?, in range: Range<WallTime>)
    -> [WallTime]
  {
    let active = all.filter { $0.scope.covers(key, kind, group: group) }
    let ended = past.filter { $0.pause.scope.covers(key, kind, group: group) }
    let moments = active.map(\.since) + ended.flatMap { [$0.pause.since, $0.ended] }
    return moments.filter(range.contains)
  }

  // MARK: Changes

  /// Adds `pause`, or replaces the pause of the same user and scope by it. Throws a refusal if the user has the maximum
  /// number of pauses.
  mutating func add(_ pause: Pause) throws(Refusal) -> FollowUp {
    var pause = pause
    if let index = all.firstIndex(where: pause.takesThePlace(of:)) {
      // It continues the replaced pause, whose requests have waited since then.
      pause.since = min(pause.since, all[index].since)
      all[index] = pause
      return recordAll()
    }
    if all.count(where: { $0.by == pause.by }) >= Self.mostOfUser {
      throw Refusal(
        .limit,
        message: "you have \(Self.mostOfUser) pauses, the maximum; `rubatoctl resume` lifts them")
    }
    all.append(pause)
    return recordAll()
  }

  /// Ends the pauses that `lifting` describes, or takes its ids out of all of them. Throws a refusal, and changes nothing,
  /// if nothing is lifted, or if no pause names one of the ids.
  mutating func lift(_ lifting: PauseLifting, at now: WallTime) throws(Refusal) -> FollowUp {
    let pausedIDs = Set(all.flatMap { lifting.ids(liftedFrom: $0) })
    let unpausedIDs = lifting.scope?.ids.filter { !pausedIDs.contains($0) } ?? []
    guard unpausedIDs.isEmpty, !pausedIDs.isEmpty || all.contains(where: lifting.includes) else {
      let unpausedID = pausedIDs.isEmpty ? nil : unpausedIDs.first
      throw Refusal(.notFound, message: nothingToLift(lifting, unpausedID: unpausedID))
    }
    end(at: now, where: lifting.includes)
    if !pausedIDs.isEmpty { removeIDs(of: lifting, at: now) }
    return recordAll()
  }

  /// Takes the ids of `lifting` out of the pauses, and remembers the lifted part of each as an ended pause. A pause
  /// without a remaining id ends.
  private mutating func removeIDs(of lifting: PauseLifting, at now: WallTime) {
    all = all.compactMap { pause in
      let liftedIDs = lifting.ids(liftedFrom: pause)
      if liftedIDs.isEmpty { return pause }
      var (lifted, rest) = (pause, pause)
      lifted.scope.ids = liftedIDs
      past.append(Past(pause: lifted, ended: min(lifted.ends ?? now, now)))
      rest.scope.ids.removeAll(where: liftedIDs.contains)
      return rest.scope.ids.isEmpty ? nil : rest
    }
    past = past.suffix(Self.mostPast)
  }

  /// Returns the message that no pause is lifted, with the reason and the remedy.
  ///
  /// - Parameter unpausedID: An id that no pause names, if pauses name others of the ids; otherwise `nil`.
  private func nothingToLift(_ lifting: PauseLifting, unpausedID: String?) -> String {
    let named = unpausedID.map { "'\($0)'" }
    guard let user = lifting.by else {
      return named.map { "no pause names \($0); `rubatoctl status` lists pauses" }
        ?? "no requests are paused"
    }
    if all.contains(where: { $0.by == user }) {
      return
        "none of your pauses names \(named ?? "these requests"); `rubatoctl status` lists pauses, and"
        + " `rubatoctl resume` without arguments lifts all of yours"
    }
    var names: [String] = []
    // Of other users' pauses, only those that cover this user's requests; root sees all.
    for pause in all where user == 0 || (pause.scope.owner ?? user) == user {
      if !names.contains(pause.name) { names.append(pause.name) }
    }
    if names.isEmpty {
      return user == 0 ? "no requests are paused" : "none of your requests is paused"
    }
    return
      "you have no pauses; `rubatoctl status` lists those of \(names.joined(separator: ", ")),"
      + " and root can lift them with `rubatoctl resume --everybodys`"
  }

  /// Ends the pauses that last until `now` or earlier. Returns the changes; `nil` if there are none.
  mutating func followTime(_ now: WallTime) -> FollowUp? {
    guard let nextEnd, nextEnd <= now else { return nil }
    end(at: now) { $0.ends.map { $0 <= now } ?? false }
    return recordAll()
  }

  /// Ends the pauses that last until a restart of the daemon: it stops in an orderly way, or the machine was booted.
  /// A daemon started after a crash keeps them, since that restart was not requested.
  mutating func endWithDaemon(at now: WallTime) -> FollowUp {
    guard all.contains(where: { $0.lasting == .untilRestart }) else { return FollowUp() }
    end(at: now) { $0.lasting == .untilRestart }
    return recordAll()
  }

  /// Corrects pauses that began by a clock that was far ahead and has been set back: they begin now, and keep their
  /// length.
  mutating func followClock(_ now: WallTime) -> FollowUp {
    guard all.contains(where: { $0.since > now }) else { return FollowUp() }
    for index in all.indices where all[index].since > now {
      let pause = all[index]
      if let ends = pause.ends {
        let length = ends - pause.since
        all[index].lasting = .until(now + length)
      }
      all[index].since = now
    }
    return recordAll()
  }

  /// Removes the pauses that satisfy `isOver`, and remembers them with the time of their end, `now` at the latest.
  private mutating func end(at now: WallTime, where isOver: (Pause) -> Bool) {
    past += all.filter(isOver).map { Past(pause: $0, ended: min($0.ends ?? now, now)) }
    past = past.suffix(Self.mostPast)
    all.removeAll(where: isOver)
  }

  /// Returns the changes that store all pauses. Pauses of groups have a record of their own once one was stored: an
  /// older version, which does not know groups, would discard all pauses of a record that contains one.
  private mutating func recordAll() -> FollowUp {
    let ofGroups = all.filter { $0.scope.group != nil }
    storesGroups = storesGroups || !ofGroups.isEmpty
    var stored = [
      Learned(
        name: Learned.pauses, bytes: Pause.bytes(of: all.filter { $0.scope.group == nil }))
    ]
    if storesGroups {
      stored.append(Learned(name: Learned.groupPauses, bytes: Pause.bytes(of: ofGroups)))
    }
    return FollowUp(
      effects: stored.map { .change(.learn($0)) }, touched: Touched(inputs: .pauses))
  }
}

extension Pause {
  /// Returns whether this pause replaces `other`, which must have the same user and scope. A pause that outlasts the
  /// daemon and one that ends with it do not replace each other.
  fileprivate func takesThePlace(of other: Pause) -> Bool {
    by == other.by && scope == other.scope
      && (lasting == .untilRestart) == (other.lasting == .untilRestart)
  }

  /// Returns whether this pause ends before `other`. A pause without an end lasts longest.
  fileprivate func lastsLessThan(_ other: Pause) -> Bool {
    let never = WallTime(nanoseconds: .max)
    return (ends ?? never) < (other.ends ?? never)
  }
}
