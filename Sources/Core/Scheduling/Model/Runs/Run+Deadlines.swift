extension Run {
  /// Makes the step with this index the present one.
  mutating func take(step index: Int, of request: Request, limit: Duration?) {
    let steps = request.terms.command.steps
    step = min(index, request.terms.command.stepCount - 1)
    stepBegan = nil
    stepName = steps.indices.contains(step) ? steps[step].name : nil
    stepLimit = limit
    arguments = request.terms.command.recordedArguments(ofStep: step)
  }

  /// When its budget is used up. The time in which it was frozen does not count.
  var budgetEnds: AwakeTime { started.awake + budget + frozenFor }

  /// When the present step has used up its own limit.
  var stepEnds: AwakeTime? { stepLimit.map { stepStarted + $0 } }

  /// Until when a continued task must have reported progress.
  func stallEnds(_ settings: Settings) -> AwakeTime? {
    guard task?.continued != nil, let since = progressed ?? stepBegan else { return nil }
    return since + settings.continuedStall
  }

  /// Until when the present step must have begun, and be ready where it says so.
  func launchEnds(_ settings: Settings) -> AwakeTime { stepStarted + settings.launchTime }

  /// When it is told that its budget will end, if it is.
  func earlyMoment(_ settings: Settings) -> AwakeTime? {
    let share = Double(budget.nanoseconds) * settings.earlySignalShare
    return earlySignal.map { _ in
      started.awake + .nanoseconds(Int64(bounded: share)) + frozenFor
    }
  }

  /// When its next deadline is, if it has one.
  func nextMoment(_ settings: Settings) -> AwakeTime? {
    switch phase {
    // The launch of a process that carries tasks has a deadline of its own.
    case .launching: isTask ? budgetEnds : min(launchEnds(settings), budgetEnds)
    case .running, .deferring:
      earlier(
        earlier(budgetEnds, stallEnds(settings)), earlier(stepEnds, earlyMoment(settings)))
    case .frozen(.paused, _): nil
    case .frozen(_, let since): since + max(.zero, settings.longestFreeze - frozenByGates)
    case .expiring(_, let until): until
    case .killed, .ended: nil
    }
  }

  func isDue(at now: AwakeTime, _ settings: Settings) -> Bool {
    nextMoment(settings).map { now >= $0 } ?? false
  }

  /// What a deadline that has passed does to it.
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
        .signalEarly
      }
    case .frozen(let reason, _): .expire(reason)
    case .expiring(let reason, _): .kill(reason)
    case .killed, .ended: nil
    }
  }

  /// What has begun is warned before it is killed, ready or not; and so is what nobody knows to have
  /// begun, where its budget is shorter than a launch may take.
  private func dueWhileLaunching(at now: AwakeTime, _ settings: Settings) -> Transition {
    if isTask { return .expire(.budget) }
    let hasBegun = stepBegan != nil || step > 0
    if now < launchEnds(settings) { return .expire(hasBegun ? .budget : .launchTimeout) }
    if stepBegan == nil { return .kill(.launchTimeout) }
    return .expire(now >= budgetEnds ? .budget : .notReady)
  }

  /// Whether it is not on its way out yet.
  package var mayExpire: Bool {
    switch phase {
    case .launching, .running, .deferring, .frozen: true
    case .expiring, .killed, .ended: false
    }
  }

  /// Whether no handler has heard of a task that was stopped for the device's sake: its process had not attached yet. A
  /// launch that takes all of the budget is its app's own, and who quits the app quits its task.
  package var isUnheard: Bool {
    guard isTask, stepBegan == nil, let reason = stopReason, !reason.isBudget else { return false }
    return ![.launchTimeout, .gate(.forceQuit)].contains(reason) && !reason.isByHand
  }

  /// How long gates have frozen it.
  private var frozenByGates: Duration { frozenFor - (pausedFor ?? .zero) }

  /// How a gate that closes makes it pause: it is frozen, as long as it may be frozen at all.
  func pause(_ reason: StopReason, _ settings: Settings) -> Transition {
    switch phase {
    case .running, .deferring:
      frozenByGates < settings.longestFreeze ? .freeze(reason) : .expire(reason)
    case .launching, .frozen, .expiring, .killed, .ended: .freeze(reason)
    }
  }

  /// Ends the time in which it was frozen, if it was.
  mutating func countFrozenTime(at now: AwakeTime) {
    guard case .frozen(let reason, let since) = phase else { return }
    let time = max(.zero, now - since)
    frozenFor += time
    if reason == .paused { pausedFor = (pausedFor ?? .zero) + time }
    stepStarted = stepStarted + time
  }

  /// Takes what the present step used into account.
  mutating func addUse(of finish: ProcessExit) {
    if let cpu = finish.cpuSeconds { earlierCPUSeconds = (earlierCPUSeconds ?? 0) + cpu }
    if let peak = finish.peakMemoryBytes {
      earlierPeakMemoryBytes = max(earlierPeakMemoryBytes ?? 0, peak)
    }
  }
}
