import Scheduling

// How time passes: from one thing that happens to the next.
extension World {
  /// Lets time pass, asleep or awake.
  mutating func pass(until end: WallTime) throws(SimulationError) {
    if let waking = machine.asleepUntil {
      guard waking <= end else { return }
      try wakeUp(at: waking)
    }
    try live(until: end)
  }

  /// Lets time pass on a machine that is awake, stopping wherever a run ends, a task arrives, the
  /// device changes by itself or the contender asked to be woken.
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
      description: "the scheduler asks again and again for the same moment,"
        + " \(UniversalTime.text(now.wall)); please report this with the file and the seed")
  }

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

  /// The machine is awake and its clock is not set.
  private mutating func advance(by delay: Duration) {
    if delay > .zero { lookAtWaits() }
    now = now.advanced(by: delay)
    guard machine.reactive != nil else { return }
    react()
  }

  /// A run that ends in the very moment of its budget ends in time.
  private mutating func wake() {
    if let appointment = runs.plannedEnds.takeDue(at: now.awake) {
      keep(appointment)
    } else if let task = workload.arrivals.takeDue(at: now.wall) {
      arrive(task)
    } else {
      send(.time)
    }
  }

  // MARK: Sleep

  /// The machine goes to sleep, a little later where a run is told of it: logind waits for as long as
  /// `InhibitDelayMaxSec` says (logind.conf(5)). What then still runs sleeps with it.
  mutating func fallAsleep(until end: WallTime) throws(SimulationError) {
    guard end > now.wall else { return }
    send(.sleep(isComing: true))
    try live(until: min(end, now.wall + .seconds(5))) {
      $0.runs.live.values.contains(where: \.isWarned)
    }
    lookAtWaits()
    machine.asleepUntil = end
    machine.load.isAsleep = true
  }

  private mutating func wakeUp(at moment: WallTime) throws(SimulationError) {
    machine.asleepUntil = nil
    sleepOver(until: moment)
    react()
    machine.load.isAsleep = false
    let missed = machine.missed
    machine.missed = []
    for happening in missed { try take(happening) }
    send(.sleep(isComing: false))
  }

  /// The world ends in its sleep.
  mutating func sleepOn(until end: WallTime) {
    if machine.asleepUntil != nil { sleepOver(until: end) }
  }

  /// Nothing is known of a time, and of the device nothing behind it.
  mutating func skip(until end: WallTime) {
    countExposure()
    sleepOver(until: max(end, now.wall))
    setDevice(DeviceState().values)
  }

  private mutating func sleepOver(until end: WallTime) {
    countExposure()
    let length = end - now.wall
    now.wall = now.wall + length
    now.boot = now.boot + length
  }
}
