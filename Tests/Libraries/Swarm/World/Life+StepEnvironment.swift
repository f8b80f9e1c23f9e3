import Scheduling
import Stepping
import Store

// The world on which the daemon acts. Actions of a dead daemon have no effect.
extension Life: StepEnvironment {
  var real: Int64 { now.awake.nanoseconds }

  /// Counts an action of the daemon. Returns whether the daemon is alive to perform it.
  func tick() -> Bool {
    if isDead { return false }
    guard let left = fuse else { return true }
    fuse = left > 0 ? left - 1 : nil
    isDead = left == 0
    return !isDead
  }

  func carryOut(_ effect: Effect.Immediate) {
    switch effect {
    case .warn(let run, _) where run.process != nil: expire(run)
    case .kill(let run) where run.process != nil: killApp(run.launched)
    case .killApp(let process): killApp(process.id)
    case .warn(let run, _): signal(run, run.signal)
    case .signal(let run, let number, _): signal(run, number)
    case .kill(let run): kill(run)
    case .killCheck(let check): if tick() { kill(.check(check.id)) }
    case .freeze(let run): freeze(run)
    case .poll: look()
    }
  }

  func carryOut(_ effect: Effect.AfterCommit) {
    switch effect {
    case .launch(let run, let request): launch(run, request)
    case .check(let check, _): begin(check)
    case .thaw(let run): thaw(run)
    case .announce(let notice): announce(notice)
    case .launchApp(let process, _): launch(process)
    case .deliver(let run): deliver(run)
    case .suspendApp(let process): suspendApp(process.id)
    case .resumeApp(let process): resumeApp(process.id)
    case .runFailureCommand(let command, let request):
      report(command, of: request)
      stepper?.removeFailureCommand(command.number)
    // No checker depends on it.
    case .notifyOwner: break
    case .startUnit(_, let command):
      if tick() { stepper?.removeFailureCommand(command.number) }
    case .answer: _ = tick()
    }
  }

  func runStored(_ command: FailureCommand) {
    guard tick() else { return }
    // The checkers follow commands only.
    if command.unit == nil { for checker in checkers { checker.repeats(command, in: self) } }
    stepper?.removeFailureCommand(command.number)
  }

  private func report(_ command: FailureCommand, of request: Request) {
    guard tick(), injectedBug != .silentOverdue || command.missed == nil else { return }
    for _ in 0..<(injectedBug == .tellTwice ? 2 : 1) {
      for checker in checkers { checker.tells(command, of: request, in: self) }
    }
  }

  private func launch(_ run: Run, _ request: Request) {
    guard tick() else { return }
    for checker in checkers { checker.launches(run, request, in: self) }
    if let failure = takeLaunchFailure() { return post(.runEnded(run.id, failure)) }
    commands.begin(command(run))
  }

  private func begin(_ check: ConditionTrial) {
    guard tick() else { return }
    if let failure = takeLaunchFailure() { return post(.checkEnded(check.id, failure)) }
    commands.begin(command(check))
  }

  private func takeLaunchFailure() -> ProcessExit? {
    guard launchFailures > 0 else { return nil }
    launchFailures -= 1
    var finish = ProcessExit()
    finish.launchFailure = "no process can be made"
    return finish
  }

  private func signal(_ run: Run, _ number: Int32) {
    guard tick(), let command = commands.living(run.id) else { return }
    for checker in checkers { checker.signals(run, number, to: command, in: self) }
    let now = now.awake
    commands.with(.run(run.id)) { command in
      command.thaw(at: now)
      if case .expiring = run.phase { command.warned = now }
      if case .running = run.phase { return }
      if let delay = command.obeysAfter { command.stop(by: now + delay) }
    }
  }

  private func kill(_ run: Run) {
    kills += 1
    guard tick(), injectedBug != .lostKill || kills % 20 > 0 else { return }
    commands.notice(.run(run.id), at: now.awake)
    guard let command = commands.living(run.id) else { return }
    for checker in checkers { checker.kills(run, command, in: self) }
    kill(.run(run.id))
  }

  private func kill(_ id: LaunchID) {
    let now = now.awake
    commands.with(id) { command in
      command.thaw(at: now)
      command.killed = now
      if command.ends > now {
        command.finish = ProcessExit(signal: 9)
        command.finish.wasKilled = true
      }
      command.stop(by: now + .milliseconds(20))
    }
  }

  private func freeze(_ run: Run) {
    guard tick() else { return }
    for checker in checkers { checker.freezes(run, in: self) }
    let now = now.awake
    commands.with(.run(run.id)) { command in
      if isStarting, case .frozen(_, let since) = run.phase {
        command.thaw(at: now)
        command.frozenFor = run.frozenFor + (now - since)
      }
      command.freeze(at: now)
    }
  }

  private func thaw(_ run: Run) {
    guard tick() else { return }
    for checker in checkers { checker.thaws(run, in: self) }
    let now = now.awake
    commands.with(.run(run.id)) { command in
      command.thaw(at: now)
      // The daemon may have died before it recorded the time for which the run was frozen.
      if isStarting { command.frozenFor = run.frozenFor }
    }
  }

  private func look() {
    guard tick() else { return }
    asked = now.boot
    var random = plan.random(ofCommand: 0, attempt: steps)
    let isSlow = plan.mix.isSluggish && !isCalm
    let delays: [Int?] = isSlow ? [0, 700, 4000, 8000, nil] : [0, 5]
    lookAnswers = random.pick(delays).map { now.awake + .milliseconds($0) }
  }

  private func announce(_ notice: Notice) {
    guard tick() else { return }
    if case .ended(let run, _) = notice { commands.forget(run.id) }
    if case .processEnded(let process) = notice { apps.forget(process.id) }
  }

  func addingKnownData(to fact: Event) -> Event {
    take(fact)
    return fact
  }

  func take(_ event: Event) {
    events += 1
    eventsInStep += 1
    for checker in checkers { checker.takes(event, in: self) }
  }

  func answered(_ number: Int, _ answer: Answer) {
    guard tick() else { return }
    hear(number, answer)
    if injectedBug == .answerTwice, number % 100 == 0 { hear(number, answer) }
  }

  private func hear(_ number: Int, _ answer: Answer) {
    let call = calls.answer(number)
    if let pid = attaching.removeValue(forKey: number) { hearAttached(pid, answer) }
    for checker in checkers { checker.answers(number, answer, to: call?.event, in: self) }
  }

  func commitFailed(_ error: StoreError, isFirst: Bool) {
    for checker in checkers { checker.failsToCommit(in: self) }
  }

  func commitsSucceedAgain() {}

  func endProcess(because error: StoreError) {
    isDead = true
    downFor = .seconds(1)
  }
}
