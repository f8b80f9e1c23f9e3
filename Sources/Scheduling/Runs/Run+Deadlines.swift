extension Run {
  /// Makes the step with this index the present one.
  mutating func take(step index: Int, of request: Request, limit: Duration?) {
    let steps = request.command.steps
    step = min(index, request.command.stepCount - 1)
    stepBegan = nil
    stepName = steps.indices.contains(step) ? steps[step].name : nil
    stepLimit = limit
    arguments = request.command.recordedArguments(ofStep: step)
  }

  /// When its budget is used up. The time in which it was frozen does not count.
  var budgetEnds: AwakeTime { started.awake + budget + frozenFor }

  /// When the present step has used up its own limit.
  var stepEnds: AwakeTime? { stepLimit.map { stepStarted + $0 } }

  /// Until when the present step must have begun, and be ready where it says so.
  func launchEnds(_ settings: Settings) -> AwakeTime { stepStarted + settings.launchTime }

  /// When it is told that its budget will end, if it is.
  func earlyMoment(_ settings: Settings) -> AwakeTime? {
    let share = Double(budget.nanoseconds) * settings.earlySignalShare
    return earlySignal.map { _ in
      started.awake + .nanoseconds(Int64(bounded: share)) + frozenFor
    }
  }

  /// Ends the time in which it was frozen, if it was.
  mutating func countFrozenTime(at now: AwakeTime) {
    guard case .frozen(_, let since) = phase else { return }
    let time = max(.zero, now - since)
    frozenFor += time
    stepStarted = stepStarted + time
  }

  /// Takes what the present step used into account.
  mutating func addUse(of finish: Finish) {
    if let cpu = finish.cpuSeconds { earlierCPUSeconds = (earlierCPUSeconds ?? 0) + cpu }
    if let peak = finish.peakMemoryBytes {
      earlierPeakMemoryBytes = max(earlierPeakMemoryBytes ?? 0, peak)
    }
  }
}
