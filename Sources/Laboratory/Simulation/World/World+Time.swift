import Scheduling

// The passing of time from event to event.
extension World {
  /// Lets time pass, asleep or awake.
  mutating func pass(until end: WallTime) throws(SimulationError) {
    if let waking = machine.asleepUntil {
      guard waking <= end else { return }
      try wakeUp(at: waking)
    }
    try live(until: end)
  }

  /// Lets time pass on a machine that is awake. It stops whenever a run ends, a task arrives, the device changes
  /// without a new event, or the contender's wake time comes.
  private mutating func live(
    until end: WallTime, while goesOn: (Self) -> Bool = { _ in true }
  ) throws(SimulationError) {
    var wakes = 0
    while goesOn(self), let delay = nextDelay(), now.wall + delay <= end {
      wakes = delay == .zero ? wakes + 1 : 0
      guard wakes < 10_000 else { throw Self.standstill(now) }
      advance(by: delay)
      wake()
    }
    if now.wall < end && goesOn(self) { advance(by: end - now.wall) }
  }

  private static func standstill(_ now: Instant) -> SimulationError {
    SimulationError(
      description: "the scheduler schedules the same moment repeatedly,"
        + " \(UniversalTime.text(now.wall)); please report this with the file and the seed")
  }

  /// Returns the time until the next wake time of the contender, end of a run, submission, or change of battery or
  /// heat; `nil` if nothing is planned. The next step of the timeline is not included.
  private func nextDelay() -> Duration? {
    var delay = core.nextWake().delay(from: now)
    func include(_ other: Duration?) {
      if let other { delay = min(delay ?? other, max(.zero, other)) }
    }
    include(runs.plannedEnds.next.map { $0 - now.awake })
    include(workload.arrivals.next.map { $0 - now.wall })
    include(machine.reactive?.nextChange(under: machine.load))
    return delay
  }

  /// Advances the time of a machine that is awake and whose clock is not changed.
  private mutating func advance(by delay: Duration) {
    if delay > .zero { checkWaits() }
    now = now.advanced(by: delay)
    guard machine.reactive != nil else { return }
    react()
  }

  /// Handles the next due event. A run that ends exactly at the end of its budget ends in time.
  private mutating func wake() {
    if let appointment = runs.plannedEnds.removeDue(at: now.awake) {
      keep(appointment)
    } else if let task = workload.arrivals.removeDue(at: now.wall) {
      arrive(task)
    } else {
      send(.time)
    }
  }

  // MARK: Sleep

  /// Puts the machine to sleep, a little later if a run is warned: logind waits up to `InhibitDelayMaxSec`
  /// (logind.conf(5)). Runs that have not ended by then sleep with it.
  mutating func fallAsleep(until end: WallTime) throws(SimulationError) {
    guard end > now.wall else { return }
    send(.sleep(isComing: true))
    try live(until: min(end, now.wall + .seconds(5))) {
      $0.runs.live.values.contains(where: \.isWarned)
    }
    checkWaits()
    machine.asleepUntil = end
    machine.load.isAsleep = true
  }

  /// Ends the sleep: moves the clocks to `moment`, applies the steps that were missed, and then reports the waking.
  private mutating func wakeUp(at moment: WallTime) throws(SimulationError) {
    machine.asleepUntil = nil
    sleepOver(until: moment)
    react()
    machine.load.isAsleep = false
    let missed = machine.missed
    machine.missed = []
    for happening in missed { try apply(happening) }
    send(.sleep(isComing: false))
  }

  /// Lets the world end during a sleep.
  mutating func sleepOn(until end: WallTime) {
    if machine.asleepUntil != nil { sleepOver(until: end) }
  }

  /// Skips a time without data; the device is unknown afterwards.
  mutating func skip(until end: WallTime) {
    countConditions()
    sleepOver(until: max(end, now.wall))
    setDevice(DeviceState().values)
  }

  /// Moves the clocks to `end`, except the clock of the time awake.
  private mutating func sleepOver(until end: WallTime) {
    countConditions()
    let length = end - now.wall
    now.wall = now.wall + length
    now.boot = now.boot + length
  }
}
