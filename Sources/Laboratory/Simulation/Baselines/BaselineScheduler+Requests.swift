import OrderedCollections
import Scheduling

// What waits.
extension BaselineScheduler {
  mutating func submit(_ submission: Submission, _ ticket: Ticket) {
    let request = request(submission)
    let past = pasts[request.key] ?? BaselinePast(place: pasts.count)
    if pasts.updateValue(past, forKey: request.key) == nil, request.kind == .refresh {
      view.refreshes += 1
    }
    waiting[request.key] = BaselineTask(request, past, rules: settings.rules(of: request.kind))
    effects.append(.promise(.announce(.accepted(request))))
    effects.append(.promise(.answer(ticket, .done(stopping: nil))))
  }

  private mutating func request(_ submission: Submission) -> Request {
    let now = view.now.wall
    let kind = submission.kind ?? .usual
    let opens = submission.earliest?.resolved(from: now) ?? now
    // Of work that comes back a duration counts from the beginning of its first window.
    let asked = submission.latest?.resolved(from: submission.every == nil ? now : opens)
    let standard = submission.kind == nil ? now + settings.defaultLatest : nil
    var request = Request(
      key: RequestKey(
        owner: submission.owner, app: submission.app, id: submission.id ?? "command"),
      sequence: nextSequence, kind: kind, command: submission.command, submitted: now,
      window: Window(
        opens: opens, latest: asked ?? standard, atLatest: submission.atLatest ?? .relax))
    nextSequence += 1
    request.period = submission.every.map {
      Period(every: $0, anchor: opens, latestAfter: asked.map { $0 - opens })
    }
    request.requires = submission.requires
    request.prefers = submission.prefers
    request.budget = submission.budget
    request.grace = submission.grace
    request.allowsBattery = submission.allowsBattery
    request.group = submission.group
    return request
  }

  mutating func cancel(_ key: RequestKey, keepsRunning: Bool, _ ticket: Ticket) {
    let found = live.values.first { $0.run.key == key }?.run.id
    waiting[key] = nil
    if let found, !keepsRunning { warn(found, .cancelled) }
    effects.append(.promise(.answer(ticket, .done(stopping: keepsRunning ? nil : found))))
  }

  /// What becomes of a request whose run has ended: a new one of the same name is left alone.
  mutating func settle(_ task: BaselineTask, isDone: Bool) {
    guard waiting[task.request.key] == nil else { return }
    if !isDone {
      waiting[task.request.key] = task
    } else if let period = task.request.period, let start = task.past.lastStart {
      var next = task
      let renewed = period.renewed(after: start)
      next.request.period = renewed
      next.request.window = renewed.window(
        atLatest: task.request.window.atLatest, rest: settings.rest(in: period.every))
      waiting[next.request.key] = next
    }
  }
}
