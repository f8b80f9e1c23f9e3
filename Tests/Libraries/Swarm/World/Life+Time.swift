import Scheduling
import Stepping

// The passage of time, from one event to the next.
extension Life {
  /// Lets time pass on an awake machine.
  func pass(_ duration: Duration) {
    let end = now.boot + duration
    var idle = 0
    while violation == nil {
      settle()
      guard let next = nextMoment, next <= end else { break }
      idle = next > now.boot ? 0 : idle + 1
      if idle > 200 {
        return fail(
          NothingStandsStill(),
          "at \(UniversalTime.text(now.wall)) something is due again and again")
      }
      advance(to: max(next, now.boot))
      happen()
    }
    if violation == nil, end > now.boot { advance(to: end) }
  }

  private func advance(to moment: BootTime) {
    guard moment > now.boot else { return }
    now = now.advanced(by: moment - now.boot)
    guard stepper != nil else { return }
    for checker in checkers { checker.passed(in: self) }
  }

  /// The next time at which an event occurs without an action.
  private var nextMoment: BootTime? {
    var next = BootTime(nanoseconds: .max)
    if let alarm { next = min(next, alarm) }
    if let restart { next = min(next, restart) }
    if let moment = commands.next { next = min(next, now.boot + (moment - now.awake)) }
    if let moment = apps.next { next = min(next, now.boot + (moment - now.awake)) }
    if let moment = lookAnswers { next = min(next, now.boot + (moment - now.awake)) }
    return next.nanoseconds == .max ? nil : next
  }

  /// Performs the events that are due.
  func happen() {
    if let moment = restart, moment <= now.boot { startDaemon() }
    for event in commands.advance(to: now.awake) { tell(event) }
    for happening in apps.advance(to: now.awake) { happen(happening) }
    if let moment = lookAnswers, moment <= now.awake { answerLook() }
    if let moment = alarm, moment <= now.boot, let stepper {
      alarm = nil
      step(stepper, isDue: true)
    }
  }

  /// Sends an event of a launcher to the daemon.
  private func tell(_ event: Event) {
    for checker in checkers { checker.happens(event, in: self) }
    let resubmission = resubmission(at: event)
    post(event)
    resubmission()
    guard case .runStarted(let run) = event, let command = commands.living(run),
      command.run?.awaitsReadiness == true, command.finish.exit == 0
    else { return }
    call { .report(run, .ready, $0) }
  }

  /// Returns the submission that a command repeats when `event` is reported.
  private func resubmission(at event: Event) -> () -> Void {
    switch event {
    case .runStarted(let run):
      guard let command = commands.living(run), command.resubmission == .during else { break }
      return { [self] in if let run = command.run { resubmit(run) } }
    case .runEnded(let run, _):
      guard let ended = commands.resubmissions.removeValue(forKey: .run(run)) else { break }
      return { [self] in
        let key = ended.key
        if ended.resubmission == .afterCancelling { call { .cancel(key, keepsRunning: true, $0) } }
        if let run = ended.run { resubmit(run) }
      }
    default: break
    }
    return {}
  }

  private func answerLook() {
    lookAnswers = nil
    asked = nil
    post(.measured([], isFullPoll: true))
  }

  // MARK: Steps

  /// Queues an event for the daemon. Without a running daemon the event is lost.
  func post(_ event: Event) {
    stepper?.inbox.put(.event(event))
  }

  /// Makes a call.
  func call(_ make: @escaping @Sendable (Ticket) -> Event) {
    guard let stepper else { return }
    let number = calls.next()
    let item = Item.call { [unowned self] ticket throws(Refusal) in
      let event = make(ticket)
      take(event)
      calls.take(number, event)
      return spoiled(event)
    } answer: { [unowned self] in
      answered(number, $0)
    }
    stepper.inbox.put(item)
  }

  /// Returns the event as a daemon with an injected bug receives it.
  private func spoiled(_ event: Event) -> Event {
    if injectedBug == .partialBatch, case .submitAll(var batch, let ticket) = event {
      batch.isAtomic = false
      return .submitAll(batch, ticket)
    }
    guard injectedBug == .keepReplaces, case .submit(var submission, let ticket) = event else {
      return event
    }
    submission.ifPending = .replace
    return .submit(submission, ticket)
  }

  /// Lets the daemon perform steps until no event is queued.
  func settle() {
    var count = 0
    while isStepWanted, let stepper, violation == nil {
      isStepWanted = false
      step(stepper)
      count += 1
      if count > 200 {
        fail(
          NothingStandsStill(),
          "at \(UniversalTime.text(now.wall)) one step follows the other for ever")
      }
    }
  }

  private func step(_ stepper: Stepper, isDue: Bool = false) {
    eventsInStep = 0
    let hasNews = zoneSeconds != knownZone
    stepper.step(hasNews ? [.zone(secondsFromUTC: zoneSeconds)] : [], isDue: isDue, self)
    concludeStep(stepper)
  }

  func concludeStep(_ stepper: Stepper) {
    steps += 1
    if isDead { return loseDaemon() }
    // Each access to `stepper.core` copies it.
    let core = stepper.core
    knownZone = core.zoneSeconds
    let delay = core.nextDeadlines().delay(from: now)
    alarm = stepper.delayToNextStep(delay, self).map { now.boot + $0 }
    for checker in checkers { checker.stepped(core, in: self) }
    if core.isStopping, plan.mix.outlives || core.isIdle { loseDaemon() }
  }
}
