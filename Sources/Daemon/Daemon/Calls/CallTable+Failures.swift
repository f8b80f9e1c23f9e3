import Control
import Scheduling
import VarlinkServer

extension CallTable {
  /// Adds `ListFailures`, `Acknowledge` and `Retry`. `ListFailures` returns requests that have failed permanently, also
  /// in one of their windows or with a quarantine, or that have skipped windows. In each `addChange`, the first closure
  /// makes the event of a call, and `reply` the reply after the commit.
  mutating func addFailures() {
    addAnsweringRead(ListFailures.self) { call, input, caller, engine throws(Refusal) in
      let scope = try Scope(caller, owner: input.owner, allUsers: input.allUsers)
      let queued = engine.core.allRequests.filter {
        $0.skippedWindows != nil || $0.failedWindow != nil
      }
      let reported = (engine.core.failedRequests + queued).filter { request in
        scope.sees(request.key) && (input.app ?? request.key.app) == request.key.app
      }
      // The latest failure first; of the same run number, the older request first.
      let sorted = reported.sorted { ($0.lastFailure, $1.sequence) > ($1.lastFailure, $0.sequence) }
      guard call.acceptsSeveralReplies else {
        return call.reply(ListFailures.Reply(failures: sorted.compactMap { FailureInfo($0) }))
      }
      // A failure has about 280 bytes.
      let pace = ListPace(visitsPerPiece: 16, requestsPerReply: 96)
      let parts = ListParts(call, of: caller.uid, sorted.map(\.key), pace) { key, view in
        view.read { $0.failedRequest(key) ?? $0.request(key) }.flatMap { FailureInfo($0) }
      } makeReply: {
        ListFailures.Reply(failures: $0)
      }
      parts.send(engine)
    }
    addChange(Acknowledge.self) { call, caller, view, ticket throws(Refusal) in
      .acknowledge(try call.keys(caller, view), ticket)
    } reply: { _, _, _, answer throws(Refusal) in
      guard case .acknowledged(let count) = answer else { throw .unexpected }
      return Acknowledge.Reply(requests: Int64(count))
    }
    addChange(Retry.self) { call, caller, view, ticket throws(Refusal) in
      // A cancelled request that has not run is not on record.
      let advice = "\(Refusal.failedListAdvice). If it was cancelled, submit it again"
      let key = try Selection(call, caller).keyOfFailed(in: view, advice: advice)
      if let refusal = Refusal.ofRetry(afterForcedRunOf: key, view) { throw refusal }
      return .retry(key, ticket)
    } reply: { _, _, _, _ throws(Refusal) in
      Retry.Reply()
    }
  }
}

extension Acknowledge {
  /// Returns the requests whose failures the call acknowledges: the request with `id`; without an `id`, all requests of
  /// the owner, optionally of one app, that have failed permanently, have failed and are retried, or are overdue.
  fileprivate func keys(
    _ caller: Caller, _ view: any EngineView
  ) throws(Refusal) -> [RequestKey] {
    if let id {
      let selection = Selection(id: id, app: app, owner: owner, caller: caller)
      return [try selection.keyOfFailed(in: view)]
    }
    let owner = try Scope.owner(named: owner, by: caller)
    let now = view.now.wall
    let failing = view.core.allRequests.filter {
      $0.progress.failures > 0 || $0.failedWindow != nil || $0.overdueSince(at: now) != nil
    }
    return (view.core.failedRequests + failing).map(\.key).filter { key in
      key.owner == owner && (app ?? key.app) == key.app
    }
  }
}

extension Request {
  /// The number of the run with which the request, or its latest failed window, has failed, or of the record of the
  /// last skipped window, whichever is later; 0 if there is none. Later failures have higher numbers.
  fileprivate var lastFailure: RunID {
    progress.gaveUp?.run ?? max(failedWindow?.run ?? 0, skippedWindows?.run ?? 0)
  }
}

extension FailureInfo {
  /// Describes the permanent failure of `request`, or of its latest window that failed or was skipped; `nil` if there
  /// is none.
  fileprivate init?(_ request: Request) {
    let skip = request.skippedWindows
    if let failure = request.progress.gaveUp ?? request.failedWindow,
      failure.run == request.lastFailure
    {
      self.init(request, failure, skippedWindows: skip?.count)
    } else if let skip {
      let record = GivenUp(run: skip.run, at: skip.at, outcome: .skipped)
      self.init(request, record, skippedWindows: skip.count)
    } else {
      return nil
    }
  }

  /// Describes `failure` of `request`, which is still queued unless it has failed permanently as a whole.
  private init(_ request: Request, _ failure: GivenUp, skippedWindows: Int?) {
    let (progress, isQueued) = (request.progress, request.progress.gaveUp == nil)
    self.init(
      id: request.key.id, app: request.key.app, owner: Int64(request.key.owner), run: failure.run,
      at: failure.at.text, outcome: failure.outcome.rawValue, exit: failure.exit.map { Int64($0) },
      signal: failure.signal.map { Int64($0) },
      // The next window counts its attempts from 0.
      attempts: Int64(isQueued ? progress.failures : progress.attempts),
      submitted: request.submitted.text, tags: request.terms.run.tags,
      skippedWindows: skippedWindows.map { Int64($0) }, queued: isQueued)
  }
}
