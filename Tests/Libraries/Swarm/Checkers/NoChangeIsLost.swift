import Scheduling

/// A reported change is kept for each request that watches it until a run of the request begins or the request no
/// longer watches it. No request runs for changes more often than its `atMost` allows.
final class NoChangeIsLost: Checker {
  /// The requests that must run, and the change for which each must run.
  private var owed: [RequestKey: ExactString] = [:]
  /// The changes that this step received.
  private var fresh: [(key: RequestKey, what: ExactString)] = []
  /// The requests of which a run began since the change was owed.
  private var begun: Set<RequestKey> = []
  /// The start of the last run that succeeded, by a clock that was not set since.
  private var succeeded: [RequestKey: WallTime] = [:]
  private var clockSet = AwakeTime(nanoseconds: 0)

  func takes(_ event: Event, in life: Life) {
    switch event {
    case .cancel(let key, _, _): forget { $0 == key }
    case .removeApp(let app, _): forget { $0.owner == app.owner && $0.app == app.id }
    case .changed(let reports, _):
      for report in reports where report.isChange {
        for request in life.store.record.requests.values
        where request.key.owner == report.owner && request.watches(report.pathOrKey) {
          fresh.append((request.key, report.pathOrKey))
        }
      }
    default: break
    }
  }

  private func forget(_ isMeant: (RequestKey) -> Bool) {
    owed = owed.filter { !isMeant($0.key) }
    fresh.removeAll { isMeant($0.key) }
    succeeded = succeeded.filter { !isMeant($0.key) }
  }

  func launches(_ run: Run, _ request: Request, in life: Life) {
    guard run.stepStarted == run.started.awake, request.isObserver else { return }
    if owed[run.key] != nil || fresh.contains(where: { $0.key == run.key }) {
      begun.insert(run.key)
    }
    guard !run.isForced, let atMost = request.terms.needs.changes.atMost,
      let last = succeeded[run.key], run.started.wall < last + atMost
    else { return }
    life.fail(
      self, "run \(run.id) of \(run.key.id) begins \(run.started.wall - last) after another one")
  }

  func commits(_ changes: [Change], to record: Record, in life: Life) {
    for change in changes {
      switch change {
      case .putRun(let run): if let ending = run.ending { note(run, ending, record) }
      case .putRequest(let request):
        if !request.isObserver { succeeded[request.key] = nil }
        drop(request.key) { !request.watches($0) }
      case .removeRequest(let key):
        succeeded[key] = nil
        drop(key) { _ in true }
      default: break
      }
    }
  }

  /// Removes the changes that the request no longer watches. A later submission of the same step may watch them again.
  private func drop(_ key: RequestKey, _ isDropped: (ExactString) -> Bool) {
    fresh.removeAll { $0.key == key && isDropped($0.what) }
    guard let what = owed[key], isDropped(what) else { return }
    owed[key] = nil
    begun.remove(key)
  }

  private func note(_ run: Run, _ ending: Ending, _ record: Record) {
    // An observer of an app counts as begun again if its wake with this change has completed.
    if case .observer(let changed) = run.task, let what = owed[run.key], changed.contains(what),
      ending.isCompletion
    {
      begun.insert(run.key)
    }
    if ending.outcome == .skipped { owed[run.key] = nil }
    let request = record.requests[run.key]
    let isItsOwn = request?.sequence == run.sequence && request?.isObserver == true
    let isKnown = isItsOwn && !run.isForced && run.started.awake > clockSet
    succeeded[run.key] = ending.outcome == .completed && isKnown ? run.started.wall : nil
  }

  func failsToCommit(in life: Life) { fresh = [] }

  func stepped(_ core: Scheduler, in life: Life) {
    for (key, what) in fresh where owed[key] == nil {
      owed[key] = what
    }
    fresh = []
    if owed.isEmpty { return }
    for (key, what) in owed.sorted(by: { $0.key < $1.key }) {
      guard let request = core.request(key), request.watches(what) else {
        owed[key] = nil
        begun.remove(key)
        continue
      }
      if request.progress.changes?.isUnchanged == false { continue }
      if begun.remove(key) == nil {
        life.fail(
          self, "\(key.id) of user \(key.owner) does not know that \(what) has changed")
      }
      owed[key] = nil
    }
  }

  func dies(in life: Life) { fresh = [] }

  func setsClock(in life: Life) { (succeeded, clockSet) = ([:], life.now.awake) }

  func reboots(in life: Life) { succeeded = [:] }
}

extension Ending {
  fileprivate var isCompletion: Bool {
    outcome == .completed || exit == 0 && !wasKilled && outcome != .cancelled
  }
}

extension ChangeReport {
  /// Whether the report is a definite change.
  fileprivate var isChange: Bool {
    switch news {
    case .bumped, .changed: true
    case .watched, .unwatchable: false
    }
  }
}

extension Request {
  fileprivate func watches(_ what: ExactString) -> Bool {
    terms.needs.changes.watched.contains(what)
  }
}
