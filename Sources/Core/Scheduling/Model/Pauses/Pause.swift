/// A pause: the requests that it covers do not start until it ends or is lifted, even after their latest date.
package struct Pause: Hashable, Codable, Sendable {
  /// The effect on runs that it covers.
  package enum Runs: String, CaseIterable, Codable, Sendable {
    /// The runs continue.
    case leave
    /// The runs are warned, and killed after their grace; their requests are queued again.
    case stop
    /// The runs are frozen until the pause ends.
    case freeze
  }

  /// The duration of the pause.
  package enum Lasting: Hashable, Codable, Sendable {
    /// Until the pause is lifted.
    case untilLifted
    /// Until a wall-clock time, also across restarts of the daemon and the machine.
    case until(WallTime)
    /// Until the daemon is started again, or it is lifted.
    case untilRestart
  }

  /// The user who paused: the uid, and its name at that time.
  package var by: UInt32
  package var name: String
  package var scope: PauseScope
  package var since: WallTime
  package var lasting: Lasting
  package var runs: Runs

  package init(
    by: UInt32, name: String, scope: PauseScope, since: WallTime, lasting: Lasting, runs: Runs
  ) {
    self.by = by
    self.name = name
    self.scope = scope
    self.since = since
    self.lasting = lasting
    self.runs = runs
  }

  /// The time at which it ends automatically; `nil` if it has none.
  package var ends: WallTime? {
    if case .until(let moment) = lasting { moment } else { nil }
  }

  /// Returns the sentence why the request `key` waits, with the command that starts it anyway. If the pause is the
  /// owner's, the sentence also has the command that lifts the pause.
  func explanation(of key: RequestKey) -> String {
    let force = "`rubatoctl run \(key.id) --force`"
    return mayBePassed(by: key.owner)
      ? "\(text); `\(liftCommand(for: key))` lifts the pause, and \(force) starts it anyway"
      : "\(text); only root and the group rubato can start it anyway, with \(force)"
  }

  /// Returns the sentence why the request `key` waits, without the command that starts it anyway. If the pause names the
  /// request, the sentence has the command that lifts the pause.
  func problem(of key: RequestKey) -> String {
    guard scope.ids.contains(key.id) else { return text }
    let sudo = mayBePassed(by: key.owner) ? "" : "sudo "
    return "\(text); to lift the pause: `\(sudo)rubatoctl resume \(key.id)`"
  }

  /// Returns the command by which the pausing user lifts the pause. If the pause names requests, the command lifts it
  /// only for `key`.
  private func liftCommand(for key: RequestKey) -> String {
    let id = scope.ids.isEmpty ? "" : " \(key.id)"
    let kinds = scope.kinds.map { " --kind \($0.rawValue)" }.joined()
    let app = scope.app.map { " --app \($0)" } ?? ""
    let group = scope.group.map { " --group \($0)" } ?? ""
    return "rubatoctl resume\(id)\(kinds)\(app)\(group)\(optionForUsers)"
  }

  /// The option of `resume` that selects the users whose requests are paused; empty if it is the default, or if the
  /// other options select the pause. Without options, `resume` lifts the pauses for all users and for one.
  private var optionForUsers: String {
    let hasOptions = !scope.kinds.isEmpty || scope.app != nil || scope.group != nil
    guard hasOptions, scope.ids.isEmpty else { return "" }
    // By default, root selects all users, and another user only itself.
    let isRoot = by == 0
    guard let owner = scope.owner else { return isRoot ? "" : " --all-users" }
    return isRoot ? " --owner \(owner)" : ""
  }

  /// Whether a user without rights over other users' requests can start a held request by force.
  package func mayBePassed(by user: UInt32) -> Bool { by == user }

  /// The user who paused, and the end of the pause.
  package var text: String {
    switch lasting {
    case .untilLifted: "paused by \(name)"
    case .until(let moment): "paused by \(name) until \(UniversalTime.text(moment))"
    case .untilRestart: "paused by \(name) until rubatod is restarted, for example for an upgrade"
    }
  }
}

/// The requests that a pause covers: the requests that match all named criteria.
package struct PauseScope: Hashable, Codable, Sendable {
  /// The owner of the requests; `nil` if all users are covered.
  package var owner: UInt32?
  package var app: String?
  /// Kinds in their order; empty for all.
  package var kinds: [Kind]
  /// Sorted ids; empty for all.
  package var ids: [String]
  /// The group of the requests; `nil` if all are covered.
  package var group: String?

  /// Creates the scope, with the kinds and ids sorted and each once.
  package init(
    owner: UInt32?, app: String? = nil, kinds: [Kind] = [], ids: [String] = [],
    group: String? = nil
  ) {
    self.owner = owner
    self.app = app
    self.group = group
    self.kinds = Kind.allCases.filter(kinds.contains)
    var sorted: [String] = []
    for id in ids.sorted() where id != sorted.last { sorted.append(id) }
    self.ids = sorted
  }

  /// Whether a request with this key, kind and group matches all named criteria.
  package func covers(_ key: RequestKey, _ kind: Kind, group: String?) -> Bool {
    (owner ?? key.owner) == key.owner && (app == nil || app == key.app)
      && (self.group == nil || self.group == group)
      && (kinds.isEmpty || kinds.contains(kind)) && (ids.isEmpty || ids.contains(key.id))
  }
}

extension PauseScope {
  /// Whether the pause covers every request of `group`.
  package func coversAll(of group: GroupKey) -> Bool {
    (owner ?? group.owner) == group.owner && app == nil && kinds.isEmpty && ids.isEmpty
      && (self.group ?? group.name) == group.name
  }
}

/// The pauses to lift.
package struct PauseLifting: Hashable, Codable, Sendable {
  /// The user whose pauses are lifted; `nil` if all users' are.
  package var by: UInt32?
  /// The scope of the pauses. If it has ids, these are taken out of every pause whose scope is the same otherwise. `nil`
  /// if all scopes match.
  package var scope: PauseScope?

  package init(by: UInt32?, scope: PauseScope?) {
    self.by = by
    self.scope = scope
  }

  /// Whether `pause` is lifted as a whole: its user and its exact scope are named, or any are meant. Ids are taken out
  /// instead.
  func includes(_ pause: Pause) -> Bool {
    (by ?? pause.by) == pause.by && (scope ?? pause.scope) == pause.scope
      && scope?.ids.isEmpty != false
  }

  /// Returns the ids that are taken out of `pause`: those that both name, if the scopes are the same otherwise. Empty
  /// if none are.
  package func ids(liftedFrom pause: Pause) -> [String] {
    guard (by ?? pause.by) == pause.by, let scope else { return [] }
    var scopeWithSameIDs = pause.scope
    scopeWithSameIDs.ids = scope.ids
    return scopeWithSameIDs == scope ? pause.scope.ids.filter(scope.ids.contains) : []
  }
}
