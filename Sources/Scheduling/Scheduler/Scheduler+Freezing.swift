import OrderedCollections

// Runs that are held where they stand while a gate is closed, because their requests ask for it.
extension Scheduler {
  /// Freezes a run that has begun, as long as it may be frozen at all.
  mutating func freeze(_ run: Run, _ reason: StopReason, at now: Instant) {
    guard var entry = live[run.id] else { return }
    switch entry.run.phase {
    case .running, .deferring:
      guard entry.run.frozenFor < settings.longestFreeze else {
        expire(run.id, reason, at: now)
        return
      }
      entry.run.phase = .frozen(reason, since: now.awake)
      live[run.id] = entry
      effects.append(.withdraw(.freeze(entry.run)))
      effects.append(.change(.putRun(entry.run)))
      effects.append(.promise(.announce(.frozen(entry.run, reason))))
    case .launching, .frozen, .expiring, .killed, .ended:
      break
    }
  }

  /// Lets a frozen run go on, now that its gates are open.
  mutating func thaw(_ run: Run, at now: Instant) {
    guard var entry = live[run.id], case .frozen = entry.run.phase else { return }
    entry.run.countFrozenTime(at: now.awake)
    entry.run.phase = .running
    live[run.id] = entry
    effects.append(.promise(.thaw(entry.run)))
    effects.append(.change(.putRun(entry.run)))
    effects.append(.promise(.announce(.thawed(entry.run))))
  }
}
