import BackgroundTasks
import Foundation
import Scheduling

// Actions of a user and a device.
extension Bench {
  /// Advances time.
  public func advance(by duration: Duration) async {
    let end = change { $0.world.now.wall } + max(.zero, duration)
    await drive(until: end)
  }

  /// Advances time to the end of the device's scenario.
  ///
  /// - Throws: `BenchError` if there is no scenario.
  public func advanceToEndOfScenario() async throws {
    guard let end = options.life.range?.upperBound else {
      throw BenchError(
        "the life of this device has no end; use advance(by:), or give the bench a scenario")
    }
    await drive(until: end)
  }

  /// Advances time until a run of a task has ended.
  ///
  /// - Parameters:
  ///   - identifier: The identifier of the task.
  ///   - limit: The longest time to advance.
  /// - Returns: The run.
  /// - Throws: `BenchError` if there is no such run by then, with the reasons that hold the task.
  @discardableResult
  public func advance(
    toNextRun identifier: String, within limit: Duration = .seconds(14 * 86_400)
  ) async throws -> BenchRun {
    let (earlierRunCount, now) = change { ($0.findings.runs.count, $0.world.now.wall) }
    func nextRun(_ state: BenchState) -> BenchRun? {
      state.findings.runs.dropFirst(earlierRunCount).first { $0.identifier == identifier }
    }
    await drive(until: now + limit) { nextRun($0) != nil }
    if let run = change({ nextRun($0) }) { return run }
    throw BenchError("no run within \(limit). \(whyNot(identifier))")
  }

  /// Opens the app as its user, which launches it if it has no process, until `leave()`. The device is in use from then
  /// on.
  public func open() async {
    await whileSettled {
      await openApp()
      change { $0.world.beginUse() }
    }
  }

  /// Leaves the app as its user. Its process ends as soon as it has no task.
  public func leave() async {
    await whileSettled {
      await leaveApp()
      change { $0.world.endUse() }
    }
  }

  /// Launches the app in the background. An open app moves to the background.
  public func launch() async {
    await whileSettled {
      let wasOpen = change { $0.processes.isOpen }
      await openApp(byUser: false)
      change { state in
        if wasOpen { state.note(.left) }
        state.processes.isOpen = false
        state.world.send(.closed)
      }
    }
  }

  /// Swipes the app away as its user: its processes end, and it does not run again until it is opened.
  public func quit() async { await whileSettled { quitApp() } }

  /// Ends the processes of the app as in a crash: its tasks have crashed.
  public func kill() async {
    await whileSettled {
      change { state in
        for number in state.processes.numbers { state.end(number, ProcessExit(signal: 9)) }
      }
    }
  }

  /// Switches the device off and on again.
  ///
  /// - Parameter pause: The duration of the reboot.
  public func reboot(after pause: Duration = .seconds(60)) async {
    await whileSettled {
      change { state in
        for number in state.processes.numbers { _ = state.forget(number) }
        state.processes.isOpen = false
        // A recorded open ends before the time in which the device is off.
        state.world.record(isOpen: false)
        state.world.reboot(after: max(.zero, pause))
        state.note(.rebooted)
      }
    }
  }

  // MARK: Processes

  /// Performs an action after the app has settled, and waits until it has settled again.
  private func whileSettled(_ body: () async -> Void) async {
    await settle()
    await body()
    change { $0.noteEnds() }
    await settle()
  }

  /// Opens the app: moves the user's process to the foreground, or launches one. Does nothing if the app is open.
  ///
  /// - Parameter byUser: Whether the user opens the app, which is then logged and recorded as an open.
  func openApp(byUser: Bool = true) async {
    if change({ $0.processes.isOpen }) { return }
    change { state in
      if byUser { state.world.noteOpen() }
      state.note(byUser ? .opened : .launched)
    }
    if change({ $0.bringUsersProcessToFront() }) {
      if let process = change({ $0.processes.newest }) {
        await call(process, .enterForeground, app.enterForeground)
      }
      return
    }
    guard let number = change({ $0.attachUsersProcess() }) else { return }
    await launch(number, isStartedByUser: true)
    // The scheduler sends tasks to a process that it did not launch when that has finished launching.
    change { $0.world.endLaunch(of: number) }
  }

  /// Force-quits the app: the scheduler stops its runs and starts none until the app is opened, and each process ends
  /// after its last task.
  func quitApp() {
    change { state in
      state.note(.forceQuit)
      state.world.send(.forceQuit)
      state.processes.isOpen = false
      // Running tasks get their expiration handler and their grace, as with a daemon, including forced runs.
      for run in state.world.live {
        _ = try? state.world.ask { .stop(run.key, .gate(.forceQuit), $0) }
      }
      for number in state.processes.numbers {
        state.processes[number]?.endsAfterLastTask = true
        state.processes[number]?.isQuit = true
      }
    }
  }

  /// Moves the app to the background; the user's processes end after their last tasks. Does nothing if the app is not
  /// open.
  func leaveApp() async {
    guard change({ $0.processes.isOpen }), let process = change({ $0.processes.newest }) else {
      return
    }
    await call(process, .enterBackground, app.enterBackground)
    // A phone gives code in queues, such as a submission, some seconds.
    await OtherThreads.letQueuesRun()
    await settleTasks()
    change { state in
      let now = state.elapsed
      state.note(.left)
      state.processes.isOpen = false
      state.world.send(.closed)
      for number in state.processes.numbers where state.processes[number]?.isStartedByUser == true {
        state.processes[number]?.endsAfterLastTask = true
        state.processes[number]?.leftAt = now
      }
    }
  }

  /// Calls code of the app that is not a handler of a task, and follows the Swift tasks that it begins.
  private func call(
    _ process: BenchProcess, _ part: BenchPosition.Part, _ body: @Sendable () async -> Void
  ) async {
    let number = process.link.number
    notePosition(part, app.identifier)
    change { state in
      // While a call runs, the requests of its code are timely (`isAtWork`).
      state.processes.calls += 1
      // The flow, which the code's Swift tasks inherit, lasts until the last of them has ended.
      state.processes[number]?.flows += 1
    }
    let flow = Flow { [weak self] in self?.noteActivity { $0.processes[number]?.flows -= 1 } }
    await ExecutionContext.$current.withValue(ExecutionContext(process: number)) {
      await TaskCenter.$own.withValue(process.center) {
        await Flow.$current.withValue(flow) { await body() }
      }
    }
    change { $0.processes.calls -= 1 }
  }

  /// Launches the app as the process with this number: calls the app's launch code and ends the registration of
  /// handlers. Each identifier of the Info.plist without a handler is a failure of the app.
  func launch(_ number: Int64, isStartedByUser: Bool = false) async {
    let link = ProcessLink(number, self)
    let center = TaskCenter(
      link, declaration: app.declaration, isLaunchedByDaemon: !isStartedByUser)
    TaskCenter.use(center)
    let process = BenchProcess(link: link, center: center, isStartedByUser: isStartedByUser)
    change { state in
      state.processes[number] = process
      if !isStartedByUser { state.note(.launched) }
    }
    await call(process, .launch, app.launch)
    center.endLaunch(because: "its launch has returned")
    let missing = change { $0.missingHandlers(of: number, app, but: options.needsNoHandler) }
    // The failures of missing handlers name a blocked main queue as their cause.
    let mainQueueRunsBlocks =
      missing.isEmpty ? true : await OtherThreads.mainQueueRunsBlocks(within: Self.stuck)
    change { state in
      state.noteMissing(handlers: missing, mainQueueRunsBlocks: mainQueueRunsBlocks)
      let end = state.world.now.wall + options.launchTakes
      // The scheduler sends no tasks to a process that it has launched until the end of the launch.
      if !isStartedByUser { state.processes.noteLaunch(of: number, until: end) }
    }
  }
}
