import OrderedCollections
import Scheduling

/// A scheduler in a virtual world: its clock, a device that follows a timeline, apps that each keep
/// one refresh waiting, and one piece of processing work a day. Whatever the scheduler decides is
/// modelled; nothing is started and nobody waits.
package struct World: Sendable {
  static let owner: UInt32 = 1000

  let model: Model
  let apps: AppNames
  private(set) var scheduler: Scheduler
  private(set) var now: Instant
  var appointments = Appointments()
  var generator: SeededGenerator
  /// Runs that live, by id.
  var live: [RunID: LiveRun] = [:]
  /// The piece of work that waits or runs.
  var piece: Piece?
  package internal(set) var log = Log()
  private var lastTicket: Ticket = 0

  /// A machine that booted an hour before the timeline begins.
  package init(_ timeline: Timeline, model: Model, settings: Settings, seed: UInt64) {
    self.model = model
    apps = AppNames(timeline.apps)
    let hour = Duration.hours(1).nanoseconds
    now = Instant(
      wall: timeline.starts, boot: BootTime(nanoseconds: hour),
      awake: AwakeTime(nanoseconds: hour))
    // Apart from the numbers that the timeline was made with.
    generator = SeededGenerator(seed: seed &+ 0x5DEE_CE66)
    (scheduler, _) = Scheduler.load(Snapshot(), settings: settings, at: now, bootID: "simulated")
  }

  /// Lives through a timeline.
  package mutating func play(_ timeline: Timeline) throws(SimulationError) {
    for step in timeline.steps {
      try pass(until: step.at)
      take(step.happening)
    }
    try pass(until: timeline.ends)
  }

  // MARK: Time

  /// Lets time pass, stopping wherever a run ends or the scheduler asked to be woken.
  private mutating func pass(until end: WallTime) throws(SimulationError) {
    var wakes = 0
    while let delay = nextDelay(), now.wall + delay <= end {
      wakes = delay == .zero ? wakes + 1 : 0
      guard wakes < 1000 else { throw Self.standstill(now) }
      now = now.advanced(by: delay)
      wake()
    }
    if now.wall < end { now = now.advanced(by: end - now.wall) }
  }

  private static func standstill(_ now: Instant) -> SimulationError {
    SimulationError(
      description: "the scheduler asks again and again for the same moment,"
        + " \(UniversalTime.text(now.wall)); please report this with the trace and the seed")
  }

  private func nextDelay() -> Duration? {
    let run = appointments.next.map { max(.zero, $0 - now.awake) }
    return [run, scheduler.nextWake().delay(from: now)].compactMap(\.self).min()
  }

  /// A run that ends in the very moment of its budget ends in time.
  private mutating func wake() {
    if let appointment = appointments.takeDue(at: now.awake) {
      keep(appointment)
    } else {
      send(.time)
    }
  }

  /// The machine sleeps through a time of which nothing is known, and knows nothing behind it.
  private mutating func sleep(until end: WallTime) {
    let length = max(.zero, end - now.wall)
    now.wall = now.wall + length
    now.boot = now.boot + length
    send(.device(DeviceState().values, nil))
  }

  // MARK: Events

  private mutating func take(_ happening: Step.Happening) {
    switch happening {
    case .device(let values): setDevice(values)
    case .opened(let app): open(app)
    case .closed(let app): send(.app(apps.key(app), .closed, ticket()))
    case .dayBegan: submitPiece(of: now.wall.day(model.dayBegins))
    case .gap(let end): sleep(until: end)
    }
  }

  private mutating func setDevice(_ values: [DeviceValue]) {
    let knewPower = scheduler.device.raw.power != nil
    send(.device(values, nil))
    // The first day begins where the device begins to tell of its power.
    if piece == nil && !knewPower && scheduler.device.raw.power != nil {
      submitPiece(of: now.wall.day(model.dayBegins))
    }
  }

  mutating func send(_ event: Event) {
    log.events += 1
    for effect in scheduler.handle(event, at: now) {
      act(on: effect)
    }
  }

  private mutating func act(on effect: Effect) {
    switch effect {
    case .launch(let run, _): begin(run)
    case .warn(let run, _): obey(run)
    case .kill(let run): die(run)
    case .announce(.ended(let run, let ending)): note(run, ending)
    case .answer(_, .refused(let refusal)): log.refusals.append(refusal.message)
    // Nothing is there that could be looked at.
    case .check(let run, _): send(.runEnded(run.id, Finish(exit: 0)))
    // Modelled work is one command that asks for nothing of the kind.
    case .answer, .announce, .change, .startUnit, .freeze, .thaw, .signal, .look: break
    }
  }

  mutating func ticket() -> Ticket {
    lastTicket += 1
    return lastTicket
  }
}
