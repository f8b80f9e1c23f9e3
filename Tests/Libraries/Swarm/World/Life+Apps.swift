import Scheduling
import Stepping

// The actions of the daemon on processes of apps, and the actions of these processes.
extension Life {
  // MARK: Actions of the daemon

  func launch(_ process: AppProcess) {
    guard tick() else { return }
    for checker in checkers { checker.launches(process, in: self) }
    guard launchFailures == 0 else {
      launchFailures -= 1
      var finish = ProcessExit()
      finish.launchFailure = "no process can be made"
      return post(.runEnded(process.id, finish))
    }
    var began = self.process(of: process.app, isUsers: false)
    began.id = process.id
    apps.begin(began)
  }

  func deliver(_ run: Run) {
    guard tick() else { return }
    for checker in checkers { checker.delivers(run, in: self) }
    guard let id = run.process, let process = apps[id], process.isAttached else { return }
    // A daemon that was restarted delivers a task again that the process already has.
    let now = now.awake
    if let index = process.tasks.firstIndex(where: { $0.run.id == run.id }) {
      apps.with(id) { $0.tasks[index].heard = now }
    } else {
      var task = task(run)
      if process.reportsHandlers { setBeginning(of: &task) }
      let made = task
      apps.with(id) { $0.tasks.append(made) }
      if injectedBug == .beginsEarly { call { .report(run.id, .began, $0) } }
    }
    if case .expiring = run.phase { expire(run) }
  }

  /// Notifies a task that it expires.
  func expire(_ run: Run) {
    guard tick(), let id = run.process else { return }
    let now = now.awake
    var isMissing = false
    apps.with(id) { process in
      guard process.isAttached, let index = process.tasks.firstIndex(where: { $0.run.id == run.id })
      else { return }
      process.tasks[index].warned = process.tasks[index].warned ?? now
      guard let delay = process.tasks[index].obeysAfter else {
        if process.reportsHandlers, process.tasks[index].begins == nil { isMissing = true }
        return
      }
      let moment = now + delay
      process.tasks[index].completes = min(process.tasks[index].completes ?? moment, moment)
    }
    // Some tasks that ignore expiration still have an expiration handler.
    guard isMissing else { return }
    let state: ExpirationReport.State = run.id.isMultiple(of: 2) ? .missing : .called
    call { .report(run.id, .expiration(ExpirationReport(state, thread: 7)), $0) }
  }

  func killApp(_ id: RunID) {
    guard tick() else { return }
    let now = now.awake
    apps.with(id) { process in
      if process.isUsers { return }
      process.killed = process.killed ?? now + .milliseconds(20)
      process.finish = .killed
    }
  }

  func suspendApp(_ id: RunID) {
    guard tick() else { return }
    apps.with(id) { $0.isFrozen = true }
    var random = plan.random(ofCommand: 1 << 22, attempt: Int(id))
    if !isCalm, random.isOne(in: 8) { call { .holdApp(id, isHeld: true, $0) } }
    if !isCalm, random.isOne(in: 8) { post(.foundLocks(id, ["/home/feed.db"])) }
  }

  func resumeApp(_ id: RunID) {
    guard tick() else { return }
    let now = now.awake
    apps.with(id) { process in
      process.isFrozen = false
      process.attaches = process.attaches.map { max($0, now) }
      process.ends = process.ends.map { max($0, now) }
    }
  }

  // MARK: Actions of processes

  func happen(_ happening: SimulatedApps.Happening) {
    switch happening {
    case .attaches(let pid): attach(pid)
    case .finishesLaunch(let id):
      call { .finishLaunch(id, $0, handlers: id % 3 == 0 ? nil : ["feed.refresh", "feed.other"]) }
    case .begins(let run): call { .report(run, .began, $0) }
    case .completes(let run, let success): call { .report(run, .completed(success: success), $0) }
    case .progresses(let run):
      call { .report(run, .progress(0.5), $0) }
      call { .report(run, .title("Exporting", subtitle: "\(run)"), $0) }
    case .ended(let id, let finish): post(.runEnded(id, finish))
    case .detached(let id): post(.detachApp(id))
    }
  }

  private func attach(_ pid: Int32) {
    guard stepper != nil, let process = apps.alive.first(where: { $0.pid == pid }) else { return }
    var attachment = AppAttachment(
      owner: process.app.owner, identity: AppProcess.Identity(pid: pid, startTicks: 1))
    attachment.app = process.app.id
    attachment.process = process.isUsers ? nil : process.id
    attachment.isDebugged = process.isDebugged
    if process.reportsHandlers {
      attachment.begun = process.tasks.filter { $0.begins == nil }.map(\.run.id)
    }
    // If the launch has finished by then, the process reports it in the same call, and again in a separate call.
    attachment.hasFinishedLaunching =
      process.hasFinished || process.finishes.map { $0 <= now.awake } ?? false
    let made = attachment
    attaching[calls.last + 1] = pid
    call { .attachApp(made, $0) }
  }

  /// Handles the answer to an attach call. A process whose call is refused ends.
  func hearAttached(_ pid: Int32, _ answer: Answer) {
    let now = now.awake
    apps.with(pid: pid) { process in
      if case .attached(let known) = answer {
        process.id = known.id
        process.isAttached = true
      } else if case .refused(let refusal) = answer, refusal.code == .unavailable {
        process.attaches = now + .seconds(5)
      } else {
        process.ends = now
      }
    }
  }

  /// A user starts an app.
  func startApp(_ app: AppKey) {
    var process = process(of: app, isUsers: true)
    process.attaches = now.awake
    apps.begin(process)
  }

  /// Ends one of the live processes without an action of the daemon.
  func endApp(_ place: Int) {
    let ids = apps.alive.map(\.pid)
    guard !ids.isEmpty else { return }
    let now = now.awake
    apps.with(pid: ids[place % ids.count]) { $0.ends = now }
  }

  /// Lets a debugger stop one of the live processes. The daemon notices that before the next deadline of the process.
  func debugApp(_ place: Int) {
    let ids = apps.alive.filter { $0.id != nil }.map(\.pid)
    guard !ids.isEmpty, stepper != nil else { return }
    apps.with(pid: ids[place % ids.count]) { process in
      process.isDebugged = true
      if let id = process.id { post(.debugged(id)) }
    }
  }

  // MARK: Random values

  private func process(of app: AppKey, isUsers: Bool) -> SimulatedProcess {
    let pid = apps.takePID()
    var random = plan.random(ofCommand: 1 << 20, attempt: Int(pid))
    var process = SimulatedProcess(pid: pid, app: app, isUsers: isUsers)
    process.reportsHandlers = !pid.isMultiple(of: 4)
    let mix = plan.mix
    if isCalm {
      process.attaches = now.awake
      process.finishes = now.awake
      return process
    }
    let isLate = random.below(16) < mix.late
    let attaches: Int? = random.pick(isLate ? [nil, 9000, 11_000] : [5, 5, 300])
    process.attaches = attaches.map { now.awake + .milliseconds($0) }
    let takes: Int? = random.pick(isLate ? [nil, 4000, 11_000] : [0, 20, 400])
    process.finishes = takes.map { now.awake + .milliseconds((attaches ?? 0) + $0) }
    if random.below(16) < mix.failing, random.isOne(in: 2) {
      process.ends = now.awake + .milliseconds(random.pick([1, 400, 6000, 60_000, 400_000]))
      process.finish = random.pick([
        ProcessExit(exit: 0), ProcessExit(exit: 1), ProcessExit(signal: 11),
      ])
    }
    return process
  }

  /// Delays the call of the handler after the delivery, as in a process with a busy queue. The task completes after
  /// that.
  private func setBeginning(of task: inout SimulatedProcess.Task) {
    var random = plan.random(ofCommand: 1 << 23, attempt: Int(task.run.id))
    let delay = isCalm ? 0 : random.pick([0, 1, 50, 2000])
    let begins = now.awake + .milliseconds(delay)
    task.begins = begins
    task.completes = task.completes.map { max($0, begins) }
  }

  private func task(_ run: Run) -> SimulatedProcess.Task {
    var random = plan.random(ofCommand: 1 << 21, attempt: Int(run.id))
    if isCalm {
      return SimulatedProcess.Task(
        run: run, completes: now.awake + .milliseconds(100), succeeds: true, obeysAfter: .zero,
        heard: now.awake)
    }
    let takes: Int? = random.pick([0, 1, 4, 20, 50, 400, nil])
    let obeys: Int? = random.below(16) < plan.mix.ignoring ? nil : random.pick([0, 10, 900, 6000])
    var task = SimulatedProcess.Task(
      run: run,
      completes: takes.map { now.awake + .seconds($0) + .milliseconds(random.below(1000)) },
      succeeds: random.below(16) >= plan.mix.failing,
      obeysAfter: obeys.map { .milliseconds($0) }, heard: now.awake)
    if run.task?.continued != nil {
      task.progressInterval = random.pick([nil, 1, 20, 29, 31]).map { .seconds($0) }
      task.progresses = task.progressInterval.map { now.awake + $0 }
    }
    return task
  }
}
