import OrderedCollections
import Scheduling
import Simulation

// Runs.
extension BaselineScheduler {
  /// Starts the work that the rule selects, and records in `nextDecision` when the rule starts or stops something next.
  /// Called after each event, after `stopDueRuns`.
  mutating func startDueTasks() {
    nextDecision = live.values.compactMap { plannedStop(of: $0)?.at }.min()
    rule.chooseRefreshes(among: dueRefreshes(), view)
    while let task = nextDueTask() { start(task) }
    for task in waiting.values where !isRunning(task) && !awaitsPredecessor(task) {
      guard let moment = rule.startTime(of: task, view), moment > view.now.wall else { continue }
      nextDecision = min(nextDecision ?? moment, moment)
    }
  }

  /// Returns the first waiting task, in the order of submission, that the rule starts now; `nil` if there is none.
  /// Updates the view's oldest refresh before, since each start changes it.
  private mutating func nextDueTask() -> BaselineTask? {
    view.oldestRefresh = oldestRefresh()
    for task in waiting.values where !isRunning(task) && !awaitsPredecessor(task) {
      if let moment = rule.startTime(of: task, view), moment <= view.now.wall { return task }
    }
    return nil
  }

  /// Whether a run of the same request is live. A request that is submitted again meanwhile waits for its end.
  private func isRunning(_ task: BaselineTask) -> Bool {
    live.values.contains { $0.run.key == task.request.key }
  }

  /// Whether a request that the task follows still waits, runs, or was never submitted. Baselines support only
  /// predecessors that do not repeat.
  private func awaitsPredecessor(_ task: BaselineTask) -> Bool {
    task.request.terms.needs.predecessors.all.contains { id in
      // A predecessor is named by its id alone, which is that of a task without an app.
      let key = RequestKey(owner: task.request.key.owner, app: nil, id: id)
      return waiting[key] != nil || pasts[key]?.lastSuccess == nil
        || live.values.contains { $0.run.key == key }
    }
  }

  /// Returns the refreshes whose window has opened and that are not running, in the order of submission.
  private func dueRefreshes() -> [BaselineTask] {
    waiting.values.filter {
      $0.isRefresh && $0.request.window.opens <= view.now.wall && !isRunning($0)
    }
  }

  /// Returns the key of the due refresh whose last start is the earliest; `nil` if none is due.
  private func oldestRefresh() -> RequestKey? {
    dueRefreshes().min { $0.past.isOlder(than: $1.past) }?.request.key
  }

  /// Removes the request from the queue, records its start, and launches its run at the first step.
  private mutating func start(_ task: BaselineTask) {
    let request = task.request
    let rules = settings.rules(of: request.terms.kind)
    var run = Run(
      id: nextRun, of: request, budget: rule.budget(of: request, rules),
      grace: request.terms.grace ?? rules.grace, started: view.now, isForced: false)
    run.stepName = request.terms.command.steps.first?.name
    nextRun += 1
    waiting[request.key] = nil
    var begun = task
    begun.past.lastStart = view.now.wall
    pasts[request.key] = begun.past
    live[run.id] = Live(run: run, task: begun)
    rule.noteStart(of: begun, view)
    effects.append(.afterCommit(.launch(run, request)))
    effects.append(.afterCommit(.announce(.started(run))))
  }

  /// Marks a run as begun and, immediately, as ready: no rule waits for a slow start.
  mutating func markReady(_ id: RunID) {
    for transition in [Run.Transition.begin, .ready] {
      effects += live[id]?.run.apply(transition, at: view.now.awake) ?? []
    }
  }

  // MARK: Stops

  /// Warns each run that has used up its budget or that the rule stops, and kills each warned run whose grace is over.
  mutating func stopDueRuns() {
    for (id, entry) in live {
      switch entry.run.phase {
      case .expiring(let reason, let until):
        if until <= view.now.awake { kill(id, reason) }
      case .killed: break
      default:
        // A budget counts only the time awake.
        if entry.run.started.awake + entry.run.budget <= view.now.awake {
          warn(id, .budget)
        } else if let stop = plannedStop(of: entry), stop.at <= view.now.wall {
          warn(id, stop.reason)
        }
      }
    }
  }

  /// Returns when, and why, the rule stops a live run. `nil` if the rule lets it continue, or if it has been warned
  /// or killed.
  private func plannedStop(of entry: Live) -> BaselineStop? {
    switch entry.run.phase {
    case .expiring, .killed: nil
    default: rule.plannedStop(of: entry.task, view)
    }
  }

  /// Sends a run the warning that it must end within its grace.
  mutating func warn(_ id: RunID, _ reason: StopReason) {
    effects += live[id]?.run.apply(.expire(reason), at: view.now.awake) ?? []
  }

  private mutating func kill(_ id: RunID, _ reason: StopReason) {
    effects += live[id]?.run.apply(.kill(reason), at: view.now.awake) ?? []
  }

  // MARK: Ends

  /// Handles the exit of a run's command. After a success with steps left, launches the next step. Otherwise ends the
  /// run, records its result in the past of its key, and queues the request again after a failure or for its next
  /// period.
  mutating func endCommand(of id: RunID, _ processExit: ProcessExit) {
    guard var entry = live[id] else { return }
    if hasNextStep(entry.run, of: entry.task, processExit) { return launchNextStep(of: id) }
    live[id] = nil
    let ending = makeEnding(of: entry.run, processExit)
    let isDone = processExit.exit == 0 && !processExit.wasKilled
    let followUps = entry.run.apply(.end(ending), at: view.now.awake)
    recordResult(isDone: isDone, ending, in: &entry.task.past)
    pasts[entry.run.key] = entry.task.past
    // A request of the same key may have been submitted during the run.
    waiting[entry.run.key]?.past = entry.task.past
    rule.noteEnd(of: entry.task, view)
    requeue(entry.task, isDone: isDone)
    effects += followUps
  }

  /// Records the result of a run in the task's past. A run that was stopped for any reason except its budget is a stop,
  /// and any other run without success is a failure.
  private func recordResult(isDone: Bool, _ ending: Ending, in past: inout BaselinePast) {
    if isDone {
      past.lastSuccess = view.now.wall
      past.failures = 0
      past.stops = 0
    } else if let reason = ending.stopReason, reason != .budget {
      past.stops += 1
    } else {
      past.failures += 1
    }
  }

  /// Whether a run can launch its next step: its command succeeded, it was not warned, and a step is left.
  private func hasNextStep(_ run: Run, of task: BaselineTask, _ processExit: ProcessExit) -> Bool {
    let isStepLeft = run.step + 1 < task.request.terms.command.stepCount
    return run.phase == .running && processExit.exit == 0 && isStepLeft
  }

  /// Launches the next step in the same run. The budget of the run includes all steps.
  private mutating func launchNextStep(of id: RunID) {
    guard var entry = live[id] else { return }
    let command = entry.task.request.terms.command
    entry.run.step += 1
    entry.run.stepName = command.steps[entry.run.step].name
    entry.run.arguments = command.arguments(ofStep: entry.run.step)
    entry.run.stepStarted = view.now.awake
    live[id] = entry
    effects.append(.afterCommit(.launch(entry.run, entry.task.request)))
  }

  /// Returns the ending of a run whose command exits now, with its outcome and the details of the exit.
  private func makeEnding(of run: Run, _ processExit: ProcessExit) -> Ending {
    var ending = Ending(
      at: view.now.wall, outcome: outcome(of: run, processExit), stopReason: run.stopReason)
    ending.exit = processExit.exit
    ending.signal = processExit.signal
    ending.wasKilled = processExit.wasKilled
    ending.cpuSeconds = processExit.cpuSeconds
    return ending
  }

  /// Returns the outcome of a run. If the run was killed or warned, its exit status has no effect on the outcome.
  private func outcome(of run: Run, _ processExit: ProcessExit) -> Outcome {
    switch run.phase {
    case .killed: return .killed
    case .expiring: return .expired
    default: break
    }
    switch processExit.exit {
    case 0: return .completed
    // 75 is EX_TEMPFAIL of sysexits.h: try again later.
    case 75: return .retryLater
    case .some: return .failed
    // A signal has ended the command.
    case nil: return .crashed
    }
  }
}
