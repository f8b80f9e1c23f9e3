// Waking the machine, and letting it sleep again.
extension Scheduler {
  /// The next moment at which a sleeping machine is woken, since a request would otherwise be late; `nil` if there is
  /// none.
  package var machineAlarm: WallTime? { context.alarm.next }

  /// Whether the machine is awake only because of its alarm.
  package var isAwakeByAlarm: Bool { context.alarm.stay != nil }

  /// Returns the keys of the requests that wake the machine, in the order of their slots.
  package var wakingRequests: [RequestKey] { requests.table.waking.map(\.key) }

  /// Returns whether the machine, which was woken by its alarm, should sleep again: no run keeps it awake, and no
  /// request that it was woken for can still start within a few minutes. False if the user has come.
  package func returnsToSleep(at now: Instant) -> Bool {
    guard let stay = context.alarm.stay, !device.isGoingToSleep, !isTryingConditions, !isStopping,
      !context.hasRunThatKeepsAwake
    else { return false }
    let isAwaited = requests.table.waking.contains { context.isAwaitedAwake($0, at: now) }
    let length = isAwaited ? WakeTimes.longStay : WakeTimes.shortStay
    return now.boot >= stay.since.boot + length
  }

  /// Stores a wake, and computes the next alarm again, if a request, power or the time has changed it. The alarm is one
  /// for all requests: those that would be late before the next wake run in the same one.
  mutating func setAlarm(at now: Instant) {
    // Only on a machine that the alarm has woken: the question copies the scheduler.
    if context.alarm.stay != nil {
      context.alarm.noteReturn(returnsToSleep(at: now), at: now)
    }
    if let change = context.alarm.save() { effects.append(change) }
    context.alarm.noteBudgets(areShort: context.device.isOnBatterySteadily)
    let changed = requests.removeChangedWaking()
    let slots = context.alarm.outdated(changed, of: requests.table.wakingSlots, at: now.wall)
    context.alarm.set(slots.isEmpty ? [] : plannedAlarms(of: slots, at: now))
  }

  /// Returns the next moment at which a sleeping machine is woken for the request in each of `slots`. Not inlined,
  /// since the scheduler is copied for the closure.
  @inline(never)
  private func plannedAlarms(
    of slots: [Int], at now: Instant
  ) -> [(slot: Int, planned: WakeAlarm.Planned?)] {
    slots.map { slot in
      let request = requests.table[slot]
      return (slot, request.flatMap { context.plannedAlarm(for: $0.value, after: now.wall) })
    }
  }
}
