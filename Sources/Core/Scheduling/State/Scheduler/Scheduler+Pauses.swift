// Pauses: paused requests start when the pause ends; runs are left, stopped or frozen meanwhile.
extension Scheduler {
  /// Adds a pause and answers the caller. Refuses a pause that has already ended, that names an unknown request, or
  /// that exceeds the user's maximum.
  mutating func pause(_ pause: Pause, _ ticket: Ticket, at now: Instant) {
    do throws(Refusal) {
      try check(pause, at: now)
      follow(try context.pauses.add(pause), at: now)
    } catch {
      return answer(ticket, .refused(error))
    }
    answer(ticket, .done(stopping: nil))
  }

  /// Lifts the pauses that `lifting` describes and answers the caller. Refuses if there are none.
  mutating func resume(_ lifting: PauseLifting, _ ticket: Ticket, at now: Instant) {
    do throws(Refusal) {
      follow(try context.pauses.lift(lifting, at: now.wall), at: now)
    } catch {
      return answer(ticket, .refused(error))
    }
    answer(ticket, .done(stopping: nil))
  }

  /// Throws a refusal if the end of `pause` has passed, if a name is invalid, or if it covers no request or run of an
  /// id that it names.
  private func check(_ pause: Pause, at now: Instant) throws(Refusal) {
    if let ends = pause.ends, ends <= now.wall {
      throw Refusal(
        field: "until", value: UniversalTime.text(ends), allowed: "a time in the future")
    }
    if let app = pause.scope.app { try SubmissionCheck.checkName(app, field: "app") }
    if let group = pause.scope.group { try SubmissionCheck.checkName(group, field: "group") }
    for id in pause.scope.ids {
      try SubmissionCheck.checkName(id, field: "ids")
      let isKnown = requests.table.keys(named: id).contains { key in
        requests[key].map(pause.covers) ?? false
      }
      let isRunning = context.runs.active.all.contains {
        $0.run.key.id == id && pause.scope.covers($0.run.key, $0.run.kind, group: $0.run.group)
      }
      if !isKnown && !isRunning {
        throw Refusal(
          .notFound, field: "id", value: id,
          message:
            "request '\(id)' not found among those to pause; `rubatoctl list` lists requests")
      }
    }
  }

  /// The active pauses, in the order in which they began.
  package var pauses: [Pause] { context.pauses.all }

  /// Stops or freezes a run that a pause covers. Returns whether a pause affects it, so that its gates need no check.
  ///
  /// A service of systemd is left alone: it is not ours to stop or freeze.
  mutating func applyPause(to entry: ActiveRun, at now: Instant) -> Bool {
    if entry.request?.terms.command.unit != nil { return false }
    switch context.pauses.fate(of: entry.run) {
    case .leave: return false
    case .stop: apply(.expire(.paused), to: entry.run.id, at: now)
    // A task has no processes of its own that could be frozen.
    case .freeze where entry.run.isTask: apply(.expire(.paused), to: entry.run.id, at: now)
    case .freeze: apply(.freeze(.paused), to: entry.run.id, at: now)
    }
    return true
  }

  /// Resumes a run whose pause has ended.
  mutating func thawIfPaused(_ run: Run, at now: Instant) {
    if case .frozen(.paused, _) = run.phase { apply(.thaw, to: run.id, at: now) }
  }
}

extension Pause {
  /// Returns whether the pause holds `request`.
  fileprivate func covers(_ request: Request) -> Bool {
    scope.covers(request.key, request.terms.kind, group: request.terms.group)
  }
}
