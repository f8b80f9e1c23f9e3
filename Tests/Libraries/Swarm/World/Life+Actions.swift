import Scheduling

// Performs the actions of a seed.
extension Life {
  func perform(_ action: Action) {
    switch action {
    case .call(let make): call(make)
    case .fact(.zone(let seconds)):
      zoneSeconds = seconds
      post(.time)
    case .fact(let event): post(event)
    case .pause(_, let make):
      let pause = make(now.wall)
      call { .pause(pause, $0) }
    case .burst(let count): burst(count)
    case .report(let place, let run, let report): self.report(place, run, report)
    case .device(let values): change(values)
    case .announceSleep(let duration): announceSleep(for: duration)
    case .suspend(let duration): suspend(duration)
    case .setClock(let offset): setClock(by: offset)
    case .wrongYear(let offset): ahead > .zero ? setRight() : goAhead(by: offset)
    case .startApp(let app): startApp(app)
    case .endApp(let place): endApp(place)
    case .debugApp(let place): debugApp(place)
    case .crash, .diskFull, .failCommits, .unreadable, .reboot, .failLaunches, .drain:
      spoil(action)
    }
  }

  private func spoil(_ fault: Action) {
    switch fault {
    case .crash(let effects, let downFor):
      guard stepper != nil else { return }
      (fuse, self.downFor) = (effects, downFor)
    case .diskFull(let duration): store.fullUntil = now.awake + duration
    case .failCommits(let count): store.failures = count
    case .unreadable(let times): store.unreadable = times
    case .reboot(let downFor): reboot(downFor: downFor)
    case .failLaunches(let count): launchFailures = count
    case .drain(let downFor):
      self.downFor = downFor
      post(.drain(leavesRuns: plan.mix.outlives))
    default: break
    }
  }

  /// Submits this number of requests with different names, in packets as a busy socket would deliver them.
  private func burst(_ count: Int) {
    var random = RandomSource(seed: plan.seed, stream: UInt64(action) << 20)
    for number in 0..<count {
      var submission = plan.submission(action, &random)
      submission.id = "burst-\(number)"
      submission.isCounted = false
      let made = submission
      call { .submit(made, $0) }
      if number % 100 == 99 { settle() }
      if violation != nil { return }
    }
  }

  /// Submits several requests with one call. If its commit must fail, its step takes no other call.
  func submit(_ batch: SubmissionBatch, failsCommit: Bool) {
    if failsCommit {
      settle()
      store.failures = max(1, store.failures)
    }
    call { .submitAll(batch, $0) }
    if failsCommit { settle() }
  }

  private func report(_ place: Int?, _ run: RunID, _ report: RunReport) {
    if run < 0 {
      // The end of the run is reported a second time.
      guard let ended = commands.recorded.last else { return }
      return post(.runEnded(ended, ProcessExit(exit: 0)))
    }
    let living = commands.alive.filter { !$0.isCheck }
    let id = place.flatMap { living.isEmpty ? nil : living[$0 % living.count].id.run } ?? run
    if case .progress(0...1) = report { apps.hear(of: id, at: now.awake) }
    call { .report(id, report, $0) }
  }

  func change(_ values: [DeviceValue]) {
    guard plan.mix.isRead else { return call { .device(values, $0) } }
    for value in values { device.apply(value) }
    post(.measured(values.map { Measurement($0, origin: "swarm") }, isFullPoll: false))
  }

  private func announceSleep(for duration: Duration?) {
    post(.sleep(isComing: true))
    pass(.seconds(2))
    if let duration { suspend(duration) }
    post(.sleep(isComing: false))
  }

  /// Returns the simulated command of `run`, as drawn for the seed.
  func command(_ run: Run) -> SimulatedCommand {
    let number = run.arguments.count > 1 ? Int(run.arguments[1]) ?? 0 : 0
    return draw(SimulatedCommand(run, at: now), number, lives: [0, 1, 3, 10, 60, 400, 2000])
  }

  /// Returns the simulated command of a condition: `[shell, "-c", line]` counts as command 0.
  func command(_ check: ConditionTrial) -> SimulatedCommand {
    draw(SimulatedCommand(check, at: now), 0, lives: [0, 0, 1, 8, 29, 40])
  }

  private func draw(
    _ command: SimulatedCommand, _ number: Int, lives: [Int]
  ) -> SimulatedCommand {
    var command = command
    let attempt = attempts[number, default: 0]
    attempts[number] = attempt + 1
    var random = plan.random(ofCommand: number, attempt: attempt)
    if isCalm { return calm(command) }
    let mix = plan.mix
    command.ends = now.awake + .seconds(random.pick(lives)) + .milliseconds(random.below(1000))
    if random.below(16) < mix.late {
      command.begins = random.isOne(in: 2) ? nil : now.awake + .milliseconds(random.below(11_000))
    }
    if random.below(16) < mix.failing { command.finish = finish(&random) }
    if random.below(16) >= mix.ignoring {
      command.obeysAfter = .milliseconds(random.pick([0, 10, 400, 2000, 15_000]))
    }
    command.isUnnoticed = random.below(16) < mix.unnoticed && !command.isCheck
    if mix.isSluggish { command.newsTake = .milliseconds(random.pick([0, 0, 300, 20_000])) }
    if random.below(16) < mix.resubmitting, !command.isCheck {
      command.resubmission = random.pick([.during, .during, .after, .afterCancelling])
    }
    return command
  }

  /// Repeats the submission of `run`.
  func resubmit(_ run: Run) {
    guard !isCalm, let number = run.arguments.last.flatMap({ Int($0) }),
      case .call(let make) = plan.action(number).1, case .submit(let submission, _) = make(0),
      submission.id == run.key.id
    else { return }
    call(make)
  }

  private func calm(_ command: SimulatedCommand) -> SimulatedCommand {
    var command = command
    command.ends = now.awake + .milliseconds(100)
    command.obeysAfter = .zero
    return command
  }

  private func finish(_ random: inout RandomSource) -> ProcessExit {
    switch random.below(6) {
    case 0: return ProcessExit(exit: 75)
    case 1: return ProcessExit(signal: 11)
    case 2:
      var finish = ProcessExit(signal: 9)
      finish.isUnexplained = true
      finish.wasKilled = true
      return finish
    case 3:
      var finish = ProcessExit(signal: 15)
      finish.wasStoppedOutside = true
      return finish
    default: return ProcessExit(exit: 1)
    }
  }
}
