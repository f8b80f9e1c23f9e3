import Scheduling

// The passing of time from event to event.
extension World {
  /// Lets time pass until `end`, usually the next step of the timeline. A sleeping machine first sleeps until its
  /// alarm, or until its sleep ends; if both are later than `end`, nothing happens.
  mutating func pass(until end: WallTime) throws(SimulationError) {
    // In each round, the machine sleeps until its alarm, and then works until it may sleep again. The sleep of the
    // timeline ends with the last round.
    while machine.asleepUntil != nil || machine.wokenUntil != nil {
      if let sleepEnd = machine.asleepUntil {
        let alarm = core.machineAlarm.flatMap { $0 > now.wall && $0 < sleepEnd ? $0 : nil }
        guard (alarm ?? sleepEnd) <= end else { return }
        try wakeUp(at: alarm ?? sleepEnd)
        // Without an alarm, the sleep has ended.
        if alarm == nil { break }
        // This time awake begins now; `passWoken` extends it.
        log.wakes.append(now.wall..<now.wall)
        machine.wokenUntil = sleepEnd
      }
      guard try passWoken(until: end) else { return }
    }
    try runAwake(until: end)
  }

  /// Lets time pass on a machine that its alarm has woken, until it may sleep again, its sleep would have ended, or
  /// `end`. Does nothing on any other machine. Returns whether time remains until `end`.
  private mutating func passWoken(until end: WallTime) throws(SimulationError) -> Bool {
    guard let sleepEnd = machine.wokenUntil else { return true }
    try runAwake(until: min(end, sleepEnd)) { !$0.core.returnsToSleep(at: $0.now) }
    machine.load.isWoken = now.wall < sleepEnd
    log.extendLastWake(until: now.wall)
    guard now.wall < sleepEnd else {
      machine.wokenUntil = nil
      return true
    }
    // The machine was awake up to `end`, unless it may sleep again: only then has `runAwake` ended earlier.
    let hasReachedEnd = !core.returnsToSleep(at: now)
    if hasReachedEnd { return false }
    machine.wokenUntil = nil
    // The battery is computed up to now while the machine still counts as awake.
    updateReactiveDevice()
    machine.load.isWoken = false
    try fallAsleep(until: sleepEnd)
    return true
  }

  /// Lets time pass until `end` on a machine that is awake, and handles each event on the way: the end of a run, a
  /// submission, a change of battery or heat, or the decider's wake time. Ends earlier when `mayContinue` returns
  /// `false`.
  private mutating func runAwake(
    until end: WallTime, while mayContinue: (Self) -> Bool = { _ in true }
  ) throws(SimulationError) {
    // More events at one moment than any world has: without this limit, such a loop would never end.
    let mostEventsAtOneMoment = 10_000
    var eventsAtOneMoment = 0
    while mayContinue(self), let next = nextDelay(until: end), now.wall + next.delay <= end {
      eventsAtOneMoment = next.delay == .zero ? eventsAtOneMoment + 1 : 0
      guard eventsAtOneMoment < mostEventsAtOneMoment else {
        throw Self.standstillError(at: now)
      }
      advance(by: next.delay)
      handleDueEvent(isOfDecider: next.isOfDecider)
    }
    // No event is left before `end`, unless the loop has ended early.
    if now.wall < end && mayContinue(self) { advance(by: end - now.wall) }
  }

  /// Creates the error for a decider that returns the same wake time repeatedly, so that time no longer passes.
  private static func standstillError(at now: Instant) -> SimulationError {
    SimulationError(
      description: "the scheduler schedules the same moment repeatedly,"
        + " \(UniversalTime.text(now.wall)); please report this with the file and the seed")
  }

  /// Returns the time until the next wake time of the decider, end of a run, submission, or change of battery or
  /// heat, and whether it is a wake time of the decider; `nil` if nothing is planned. The next step of the timeline, at
  /// `end`, is not included. A time beyond `end` need not be exact.
  private func nextDelay(until end: WallTime) -> (delay: Duration, isOfDecider: Bool)? {
    var shortest: Duration?
    func include(_ delay: Duration?) {
      // A submission whose time has come in a sleep is made after the sleep.
      if let delay { shortest = earlier(shortest, max(.zero, delay)) }
    }
    include(runs.plannedEnds.next.map { $0 - now.awake })
    include(workload.arrivals.next.map { $0 - now.wall })
    include(machine.reactive?.nextChange(under: machine.load))
    // Last, since the decider need not know the moments after another event.
    let horizon = min(end, shortest.map { now.wall + $0 } ?? end)
    let deciders = core.nextDeadlines(until: horizon).delay(from: now)
    return earlier(deciders, shortest).map { ($0, $0 == deciders) }
  }

  /// Moves all clocks forward by `delay` on a machine that is awake. Checks the waits before, and reports changes of
  /// battery and heat afterwards.
  private mutating func advance(by delay: Duration) {
    if delay > .zero { checkWaits() }
    now = now.advanced(by: delay)
    updateReactiveDevice()
  }

  /// Handles one due event: the planned end of a run, otherwise a submission, otherwise the decider receives the
  /// time, if it asked for it. A run that ends exactly at the end of its budget therefore ends in time.
  private mutating func handleDueEvent(isOfDecider: Bool) {
    if let plannedEnd = runs.plannedEnds.removeDue(at: now.awake) {
      applyPlannedEnd(plannedEnd)
    } else if let task = workload.arrivals.removeDue(at: now.wall) {
      submitArrived(task)
    } else if isOfDecider {
      send(.time)
    }
  }

  // MARK: Sleep

  /// Puts the machine to sleep until `end`. If a run is warned, the machine stays awake for up to five seconds:
  /// logind waits up to `InhibitDelayMaxSec` (logind.conf(5)). Runs that have not ended by then sleep with it.
  mutating func fallAsleep(until end: WallTime) throws(SimulationError) {
    guard end > now.wall else { return }
    send(.sleep(isComing: true))
    try runAwake(until: min(end, now.wall + .seconds(5))) {
      $0.runs.live.values.contains(where: \.isWarned)
    }
    checkWaits()
    machine.asleepUntil = end
    machine.load.isAsleep = true
  }

  /// Ends the sleep: moves the clocks to `moment`, applies the steps that were missed, and then reports the waking.
  private mutating func wakeUp(at moment: WallTime) throws(SimulationError) {
    let sleepEnd = machine.asleepUntil ?? moment
    machine.asleepUntil = nil
    advanceClocksAsleep(until: moment)
    // Computes the battery up to now with the load of the sleep, before the load changes.
    updateReactiveDevice()
    machine.load.isAsleep = false
    // Before the end of the sleep, only its alarm has woken the machine.
    machine.load.isWoken = moment < sleepEnd
    let missed = machine.missed
    machine.missed = []
    for happening in missed { try apply(happening) }
    send(.sleep(isComing: false))
  }

  /// Moves the clocks of a machine that is still asleep to `end`, the end of the world. Called last, so that open waits
  /// and visits end there.
  mutating func endSleep(until end: WallTime) {
    if machine.asleepUntil != nil { advanceClocksAsleep(until: end) }
  }

  /// Moves the clocks over a time without data, as in a sleep. Afterwards every value of the device is unknown.
  mutating func skipGap(until end: WallTime) {
    addPassedConditions()
    advanceClocksAsleep(until: max(end, now.wall))
    setDevice(DeviceState().values)
  }

  /// Moves the clocks to `end`, except the clock of the time awake, by which runs are timed. Runs do not progress in a
  /// sleep.
  private mutating func advanceClocksAsleep(until end: WallTime) {
    addPassedConditions()
    let length = end - now.wall
    now.wall = now.wall + length
    now.boot = now.boot + length
  }
}
