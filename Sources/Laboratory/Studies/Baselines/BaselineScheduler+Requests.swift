import OrderedCollections
import Scheduling
import Simulation

// Waiting requests.
extension BaselineScheduler {
  /// Queues a request, which replaces a waiting one of the same key, and answers the ticket. The past of the key is
  /// kept. The first refresh of a key is also counted in the view.
  mutating func submit(_ submission: Submission, _ ticket: Ticket) {
    let request = makeRequest(submission)
    let isFirstOfKey = pasts[request.key] == nil
    let past = pasts[request.key] ?? BaselinePast(place: pasts.count)
    pasts[request.key] = past
    if isFirstOfKey, request.terms.kind == .refresh { view.refreshes += 1 }
    waiting[request.key] = BaselineTask(
      request, past, rules: settings.rules(of: request.terms.kind))
    effects.append(.afterCommit(.announce(.accepted(request))))
    effects.append(.afterCommit(.answer(ticket, .done(stopping: nil))))
  }

  /// Creates the request of a submission, with its window on the wall clock. If neither a kind nor a latest date is
  /// given, the default latest date of the settings applies.
  private mutating func makeRequest(_ submission: Submission) -> Request {
    let now = view.now.wall
    let terms = submission.terms
    let opens = submission.earliest?.resolved(from: now) ?? now
    // A latest date that is a duration counts from now, and for periodic work from the beginning of its first window.
    let latestCountsFrom = terms.every == nil ? now : opens
    let requestedLatest = submission.latest?.resolved(from: latestCountsFrom)
    let defaultLatest = terms.namedKind == nil ? now + settings.defaultLatest : nil
    // Every task of a world has an id.
    var request = Request(
      key: RequestKey(
        owner: submission.owner, app: submission.app, id: submission.id ?? "command"),
      sequence: nextSequence, terms, submitted: now,
      window: Window(
        opens: opens, latest: requestedLatest ?? defaultLatest, atLatest: terms.atLatest ?? .relax))
    nextSequence += 1
    request.period = terms.every.map {
      Period(every: $0, anchor: opens, latestAfter: requestedLatest.map { $0 - opens })
    }
    return request
  }

  /// Removes the waiting request of `key`, and warns its run unless `keepsRunning`. The answer contains the run that
  /// is stopped, if there is one.
  mutating func cancel(_ key: RequestKey, keepsRunning: Bool, _ ticket: Ticket) {
    let liveRun = live.values.first { $0.run.key == key }?.run.id
    waiting[key] = nil
    if let liveRun, !keepsRunning { warn(liveRun, .cancelled) }
    effects.append(.afterCommit(.answer(ticket, .done(stopping: keepsRunning ? nil : liveRun))))
  }

  /// Queues a request again after its run: unchanged after a run without success, or for the next period after a
  /// success. A request that is not periodic is complete with its success. A request of the same key that was submitted
  /// during the run is kept instead.
  mutating func requeue(_ task: BaselineTask, isDone: Bool) {
    guard waiting[task.request.key] == nil else { return }
    if !isDone {
      waiting[task.request.key] = task
    } else if let period = task.request.period, let start = task.past.lastStart {
      var next = task
      let nextPeriod = period.inNextInterval(after: start)
      next.request.period = nextPeriod
      next.request.window = nextPeriod.window(
        atLatest: task.request.window.atLatest, rest: settings.rest(in: period.every))
      waiting[next.request.key] = next
    }
  }
}
