/// What somebody has paused: nothing of it starts until the pause ends or is lifted. No latest date passes it.
package struct Pause: Hashable, Codable, Sendable {
  /// What becomes of runs that it covers.
  package enum Runs: String, CaseIterable, Codable, Sendable {
    /// They go on.
    case leave
    /// They are warned, and killed after their grace; their requests wait again.
    case stop
    /// They are frozen, for as long as it lasts.
    case freeze
  }

  /// How long it holds.
  package enum Lasting: Hashable, Codable, Sendable {
    /// Until it is lifted.
    case untilLifted
    /// By the wall clock, whatever becomes of the daemon and the machine.
    case until(WallTime)
    /// Until the daemon is started again, or it is lifted.
    case untilRestart
  }

  /// Who has paused: a uid, and the name that it had then.
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

  /// When it ends by itself; nil where it does not.
  package var ends: WallTime? {
    if case .until(let moment) = lasting { moment } else { nil }
  }

  /// What is told of a request that it holds.
  func told(of key: RequestKey) -> String {
    let force = "`rubatoctl run \(key.id) --force`"
    return mayBePassed(by: key.owner)
      ? "\(text); \(force) starts it all the same"
      : "\(text); root and the group rubato alone start it all the same, with \(force)"
  }

  /// Whether somebody who manages no requests but their own may start by hand what it holds.
  package func mayBePassed(by user: UInt32) -> Bool { by == user }

  /// Who has paused, and until when.
  package var text: String {
    switch lasting {
    case .untilLifted: "paused by \(name)"
    case .until(let moment): "paused by \(name) until \(UniversalTime.text(moment))"
    case .untilRestart: "paused by \(name) until rubatod is started again, as for an upgrade"
    }
  }
}

/// Which requests a pause covers: those that fit all that it names.
package struct PauseScope: Hashable, Codable, Sendable {
  /// Nil is everybody's.
  package var owner: UInt32?
  package var app: String?
  /// In the order of kinds; empty is all.
  package var kinds: [Kind]
  /// Sorted; empty is all.
  package var ids: [String]

  package init(owner: UInt32?, app: String? = nil, kinds: [Kind] = [], ids: [String] = []) {
    self.owner = owner
    self.app = app
    self.kinds = Kind.allCases.filter(kinds.contains)
    var sorted: [String] = []
    for id in ids.sorted() where id != sorted.last { sorted.append(id) }
    self.ids = sorted
  }

  package func covers(_ key: RequestKey, _ kind: Kind) -> Bool {
    (owner ?? key.owner) == key.owner && (app == nil || app == key.app)
      && (kinds.isEmpty || kinds.contains(kind)) && (ids.isEmpty || ids.contains(key.id))
  }
}

/// Which pauses are lifted.
package struct PauseLifting: Hashable, Codable, Sendable {
  /// Whose; nil is everybody's.
  package var by: UInt32?
  /// Those of exactly this scope, and where there is none, these ids of pauses that name more; nil is all of them.
  package var scope: PauseScope?

  package init(by: UInt32?, scope: PauseScope?) {
    self.by = by
    self.scope = scope
  }

  func includes(_ pause: Pause) -> Bool {
    (by ?? pause.by) == pause.by && (scope ?? pause.scope) == pause.scope
  }

  /// What it leaves of a pause of more requests than it names; nil where it lifts none of them, or all.
  package func rest(of pause: Pause) -> Pause? {
    guard (by ?? pause.by) == pause.by, let scope, !scope.ids.isEmpty else { return nil }
    var (rest, part) = (pause, pause)
    rest.scope.ids.removeAll(where: scope.ids.contains)
    part.scope.ids = scope.ids
    guard part.scope == scope, !rest.scope.ids.isEmpty,
      rest.scope.ids.count + scope.ids.count == pause.scope.ids.count
    else { return nil }
    return rest
  }
}
