import Scheduling
import Stepping

// Ends and restarts of the daemon and the machine.
extension Life {
  func startDaemon() {
    restart = nil
    isDead = false
    guard let snapshot = try? store.load() else {
      restart = now.boot + .seconds(5)
      return
    }
    var beginning = InitialState(
      snapshot, settings: settings, bootID: bootID)
    beginning.failureCommands = (try? store.failureCommands()) ?? []
    beginning.found = commands.recover(snapshot.liveRuns.filter { $0.process == nil })
      .merging(apps.recover(snapshot.processes)) { $1 }
    apps.reattach(at: now.awake + .milliseconds(100))
    commands.forgetWarnings(except: snapshot.liveRuns, at: now.awake)
    apps.forgetWarnings(except: snapshot.liveRuns)
    beginning.zoneSeconds = zoneSeconds
    if plan.mix.isRead { beginning.measured = device.measurements }
    started = now
    let stepper = Stepper(beginning, store: store, at: now)
    self.stepper = stepper
    stepper.inbox.open { [unowned self] in isStepWanted = true }
    for checker in checkers { checker.starts(snapshot, beginning.found, in: self) }
    eventsInStep = 0
    isStarting = true
    stepper.start(self)
    isStarting = false
    concludeStep(stepper)
  }

  /// The settings of the daemon: those of its injected bug, the quiet hours of the seed, and whether users may wake the
  /// machine.
  private var settings: Settings {
    var settings = injectedBug?.settings ?? Settings()
    settings.usersMayWake = plan.mix.isWaking
    if injectedBug != .ignoredQuiet { for span in plan.mix.quiet { settings.add(span) } }
    return settings
  }

  /// Called when the daemon has died or stopped.
  func loseDaemon() {
    stepper = nil
    (alarm, fuse, isStepWanted) = (nil, nil, false)
    (lookAnswers, asked) = (nil, nil)
    calls.drop()
    attaching = [:]
    apps.loseDaemon(outlives: plan.mix.outlives)
    commands.loseDaemon(outlives: plan.mix.outlives, at: now.awake)
    restart = now.boot + downFor
    downFor = .zero
    for checker in checkers { checker.dies(in: self) }
  }

  func suspend(_ duration: Duration) {
    settle()
    now.wall = now.wall + duration
    now.boot = now.boot + duration
    lookAnswers = nil
    happen()
  }

  func setClock(by offset: Duration) {
    settle()
    now.wall = now.wall + offset
    for checker in checkers { checker.setsClock(in: self) }
    post(.time)
  }

  /// Sets the clock to another year.
  func goAhead(by offset: Duration) {
    ahead = offset
    setClock(by: offset)
  }

  /// Sets the clock right, if it was far ahead.
  func setRight() {
    let offset = ahead
    ahead = .zero
    if offset > .zero { setClock(by: .zero - offset) }
  }

  func reboot(downFor: Duration) {
    if stepper != nil { loseDaemon() }
    commands.loseMachine()
    apps.loseMachine()
    boots += 1
    store.fullUntil = nil
    now.wall = now.wall + downFor
    (now.boot, now.awake) = (BootTime(seconds: 10), AwakeTime(seconds: 10))
    for checker in checkers { checker.reboots(in: self) }
    restart = now.boot
  }
}

extension DeviceState {
  fileprivate var measurements: [Measurement] { values.map { Measurement($0, origin: "swarm") } }
}
