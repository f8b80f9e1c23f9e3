import Scheduling

// When tasks are submitted.
extension World {
  private static var command: Command { Command(arguments: ["/bin/true"]) }

  mutating func planArrivals() {
    for (index, task) in tasks.enumerated() {
      switch task.arrival {
      case .firstOpen: break
      case .start: arrivals.add(index, at: now.wall)
      case .at(let moment): arrivals.add(index, at: max(moment, now.wall))
      case .daily(_, let fromStart):
        if fromStart && !awaitsPower { arrivals.add(index, at: now.wall) }
        planNextDay(of: index)
      }
    }
  }

  mutating func planNextDay(of task: Int) {
    // A first day may begin with the world.
    let moment = states[task].hasArrived ? now.wall : now.wall - .nanoseconds(1)
    if let next = dayBegins(of: task, after: moment) { arrivals.add(task, at: next) }
  }

  /// When the next day of a daily task begins; nil for others.
  private func dayBegins(of task: Int, after moment: WallTime) -> WallTime? {
    guard case .daily(let begins, _) = tasks[task].arrival else { return nil }
    let local = moment + .seconds(zoneSeconds)
    return WallTime(day: local.day(begins) + 1, begins) - .seconds(zoneSeconds)
  }

  mutating func arrive(_ task: Int) {
    if let app = tasks[task].app { _ = register(app) }
    if log.arrivals[task] == nil { log.arrivals[task] = now.wall }
    states[task].hasArrived = true
    if tasks[task].isDaily {
      states[task].piece = nil
      arrivals.removeAll(of: [task])
      planNextDay(of: task)
    }
    submit(task, earliest: tasks[task].terms.earliest)
  }

  mutating func submit(_ task: Int, earliest: Duration?) {
    let model = tasks[task]
    waitLooks.note(task: task)
    var submission = model.terms.submission(
      owner: worldOwner, id: model.id, Self.command(model.work))
    submission.app = states[task].key.app
    // Nobody reads it.
    submission.wantsExplanation = false
    submission.earliest = earliest.map { .after($0) }
    if submission.latest == nil, let day = dayBegins(of: task, after: now.wall) {
      submission.latest = .at(day)
    }
    send(.submit(submission, ticket()))
  }

  private static func command(_ work: ModelWork) -> Command {
    guard !work.steps.isEmpty else { return command }
    var command = Command(arguments: [])
    command.steps = work.steps.indices.map {
      Scheduling.Step(name: "step\($0 + 1)", arguments: ["/bin/true"])
    }
    return command
  }
}
