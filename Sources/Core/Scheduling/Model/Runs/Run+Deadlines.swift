extension Run {
  /// Makes the step with this index the present one: sets its number, name, time limit and recorded arguments. An index
  /// beyond the last step means the last step.
  mutating func beginStep(step index: Int, of request: Request, limit: Duration?) {
    let steps = request.terms.command.steps
    step = min(index, request.terms.command.stepCount - 1)
    stepBegan = nil
    stepName = steps.indices.contains(step) ? steps[step].name : nil
    stepLimit = limit
    arguments = request.terms.command.recordedArguments(ofStep: step)
  }

  /// The end of its budget, not counting the time in which it was frozen.
  var budgetEnds: AwakeTime { started.awake + budget + frozenFor }

  /// Returns the rest of its budget, which does not run down while it is frozen; `nil` after its expiration was
  /// announced.
  package func budgetLeft(at now: AwakeTime) -> Duration? {
    switch phase {
    case .launching, .running, .deferring: max(.zero, budgetEnds - now)
    case .frozen(_, let since): max(.zero, budgetEnds - since)
    case .expiring, .killed, .ended: nil
    }
  }

  /// The time by which its processes are killed, if no gate freezes it; `nil` if it is frozen, or is already killed.
  var latestEnd: AwakeTime? {
    switch phase {
    case .launching, .running, .deferring: budgetEnds + grace
    case .expiring(_, let until): until
    case .frozen, .killed, .ended: nil
    }
  }

  /// The end of the present step's own limit; `nil` if it has none.
  var stepEnds: AwakeTime? { stepLimit.map { stepStarted + $0 } }

  /// Returns the time by which a continued task must report progress; `nil` for other runs, and before the task has
  /// begun.
  func stallEnds(_ settings: Settings) -> AwakeTime? {
    guard task?.continued != nil, let since = progressed ?? stepBegan else { return nil }
    return since + settings.continuedStall
  }

  /// Returns the time by which the present step must have begun, and be ready if it signals this.
  func launchEnds(_ settings: Settings) -> AwakeTime { stepStarted + settings.launchTime }

  /// Returns the time at which its early signal is sent, after a share of its budget without frozen time; `nil` if no
  /// early signal is left to send.
  func earlyMoment(_ settings: Settings) -> AwakeTime? {
    guard earlySignal != nil else { return nil }
    let nanoseconds = Double(budget.nanoseconds) * settings.earlySignalShare
    return started.awake + .nanoseconds(Int64(bounded: nanoseconds)) + frozenFor
  }

  /// Returns the next deadline of the run in its present phase, such as the end of its budget or of its grace; `nil` if
  /// it has none. A run that freezes without a limit has none while it is frozen (``ActiveRun``).
  func nextMoment(_ settings: Settings) -> AwakeTime? {
    switch phase {
    // The launch of a process for tasks has a separate deadline.
    case .launching: isTask ? budgetEnds : min(launchEnds(settings), budgetEnds)
    case .running, .deferring:
      earlier(
        earlier(budgetEnds, stallEnds(settings)), earlier(stepEnds, earlyMoment(settings)))
    // Only the end of the pause, or a stop, ends this freeze.
    case .frozen(.paused, _): nil
    case .frozen(_, let since): since + max(.zero, settings.longestFreeze - frozenByGates)
    case .expiring(_, let until): until
    case .killed, .ended: nil
    }
  }

  /// Returns the transition that a passed deadline causes; `nil` if there is none. Called only after one
  /// of its deadlines.
  func dueTransition(at now: AwakeTime, _ settings: Settings) -> Transition? {
    switch phase {
    case .launching: dueWhileLaunching(at: now, settings)
    case .running, .deferring:
      if now >= budgetEnds {
        .expire(.budget)
      } else if let stepEnds, now >= stepEnds {
        .expire(.stepLimit)
      } else if let stalls = stallEnds(settings), now >= stalls {
        .expire(.stalled)
      } else {
        // The only deadline left.
        .signalEarly
      }
    case .frozen(let reason, _): .expire(reason)
    case .expiring(let reason, _): .kill(reason)
    case .killed, .ended: nil
    }
  }

  /// Returns the transition that a passed deadline causes during a launch. A step that has begun is warned before it is
  /// killed, ready or not. A step without a known beginning is also warned, if its budget is shorter than the launch
  /// time.
  private func dueWhileLaunching(at now: AwakeTime, _ settings: Settings) -> Transition {
    // The launch time of an app's process is not a deadline of its run.
    if isTask { return .expire(.budget) }
    let hasBegun = stepBegan != nil || step > 0
    // Before the end of the launch time, the passed deadline is the budget. If nothing has begun, the launch has used
    // it up.
    if now < launchEnds(settings) { return .expire(hasBegun ? .budget : .launchTimeout) }
    // Then the launch time has ended. A command that has not begun cannot handle a warning.
    if stepBegan == nil { return .kill(.launchTimeout) }
    return .expire(now >= budgetEnds ? .budget : .notReady)
  }

  /// Whether the run is not being stopped yet.
  package var mayExpire: Bool {
    switch phase {
    case .launching, .running, .deferring, .frozen: true
    case .expiring, .killed, .ended: false
    }
  }

  /// Whether a task was stopped for the device's sake before a handler received it: its process had not attached yet. A
  /// launch that uses up the budget is the fault of the app, and a user who quits the app quits its task.
  package var wasNotDelivered: Bool {
    guard isTask, stepBegan == nil, let reason = stopReason, !reason.isBudget else { return false }
    return ![.launchTimeout, .gate(.forceQuit)].contains(reason) && !reason.isByHand
  }

  /// The time for which gates have frozen it.
  private var frozenByGates: Duration { frozenFor - (pausedFor ?? .zero) }

  /// Returns the transition for a closed gate that freezes the run instead of stopping it: a freeze, or expiration
  /// after its longest freeze by gates is used up.
  func freezeTransition(for reason: StopReason, _ settings: Settings) -> Transition {
    switch phase {
    case .running, .deferring:
      frozenByGates < settings.longestFreeze ? .freeze(reason) : .expire(reason)
    case .launching, .frozen, .expiring, .killed, .ended: .freeze(reason)
    }
  }

  /// Adds the time since the beginning of a freeze to the frozen times, and puts off the limit of the present step by
  /// it. Does nothing if the run is not frozen. The caller changes the phase.
  mutating func countFrozenTime(at now: AwakeTime) {
    guard case .frozen(let reason, let since) = phase else { return }
    let frozenTime = max(.zero, now - since)
    frozenFor += frozenTime
    if reason == .paused { pausedFor = (pausedFor ?? .zero) + frozenTime }
    stepStarted = stepStarted + frozenTime
  }

  /// Adds the resource use of a step that has ended: the sum of the processor times, and the highest peak of memory.
  mutating func addUse(of processExit: ProcessExit) {
    if let cpu = processExit.cpuSeconds { earlierCPUSeconds = (earlierCPUSeconds ?? 0) + cpu }
    if let peak = processExit.peakMemoryBytes {
      earlierPeakMemoryBytes = max(earlierPeakMemoryBytes ?? 0, peak)
    }
  }
}
