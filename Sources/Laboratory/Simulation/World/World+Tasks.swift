import Scheduling

// Submissions of tasks.
extension World {
  /// The command of every submission. It is never run: the model of the work takes its place.
  private static var command: Command { Command(arguments: ["/bin/true"]) }

  /// Plans the first submission of every task at the beginning of the world. A task that arrives with an open of its
  /// app is submitted by `open`.
  mutating func planFirstSubmissions() {
    for (index, task) in workload.tasks.enumerated() {
      switch task.arrival {
      case .firstOpen: break
      case .start: workload.arrivals.add(index, at: now.wall)
      case .at(let moment): workload.arrivals.add(index, at: max(moment, now.wall))
      case .daily(_, let fromStart):
        // If a report of power is still to come, `setDevice` submits it at that report.
        if fromStart && !machine.awaitsPower { workload.arrivals.add(index, at: now.wall) }
        planNextDay(of: index)
      }
    }
  }

  /// Plans the submission of a daily task at the beginning of its next day. Does nothing for a task that is not daily.
  mutating func planNextDay(of task: Int) {
    // The first day can begin with the world, so the present moment counts until the first submission.
    let searchStart = workload.states[task].hasArrived ? now.wall : now.wall - .nanoseconds(1)
    if let next = dayBegins(of: task, after: searchStart) { workload.arrivals.add(task, at: next) }
  }

  /// Returns the first beginning of a day after `moment`, by the user's clocks, for a daily task; `nil` for any other
  /// task.
  private func dayBegins(of task: Int, after moment: WallTime) -> WallTime? {
    guard case .daily(let begins, _) = workload.tasks[task].arrival else { return nil }
    let localTime = moment + .seconds(machine.zoneSeconds)
    let nextDay = localTime.day(begins) + 1
    return WallTime(day: nextDay, begins) - .seconds(machine.zoneSeconds)
  }

  /// Submits a task whose time has come, and registers its app. A daily task begins a new piece of work, and its next
  /// day is planned.
  mutating func submitArrived(_ task: Int) {
    if let app = workload.tasks[task].app { registerIfNew(app) }
    if log.arrivals[task] == nil { log.arrivals[task] = now.wall }
    workload.states[task].hasArrived = true
    if workload.tasks[task].isDaily {
      workload.states[task].piece = nil
      workload.arrivals.removeAll(of: [task])
      planNextDay(of: task)
    }
    submit(task, earliest: workload.tasks[task].terms.earliest)
  }

  /// Sends a submission of the task, which replaces a waiting request of it. The latest date of a daily task is by
  /// default the beginning of its next day.
  ///
  /// - Parameter earliest: The delay from now; `nil` if there is none.
  mutating func submit(_ task: Int, earliest: Duration?) {
    let model = workload.tasks[task]
    workload.waitChecks.markTasks(affectedBy: task)
    var submission = model.terms.submission(
      owner: worldOwner, id: model.id, Self.command(with: model.work))
    submission.app = workload.states[task].key.app
    // The explanation is never read.
    submission.wantsExplanation = false
    submission.earliest = earliest.map { .after($0) }
    if submission.latest == nil, let day = dayBegins(of: task, after: now.wall) {
      submission.latest = .at(day)
    }
    send(.submit(submission, ticket()))
  }

  /// Returns a command that is never run, with a step for each step of the work.
  private static func command(with work: ModelWork) -> Command {
    guard !work.steps.isEmpty else { return command }
    var command = Command(arguments: [])
    command.steps = work.steps.indices.map {
      Scheduling.Step(name: "step\($0 + 1)", arguments: ["/bin/true"])
    }
    return command
  }
}
