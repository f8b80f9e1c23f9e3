import Scheduling

/// Among requests of one user that differ only by their arrival, the first starts first. No request is overtaken, so
/// none waits forever. A request arrives again when a run of it, or its condition with a failure, has ended. A request
/// that replaces a waiting request keeps the place of that request.
///
/// The checker derives the order of arrival from commits.
final class EqualsKeepTheirOrder: Checker {
  /// The place of a request in the order of arrival: after a submission, and then after a run.
  private struct Place {
    var sequence: Int64
    var run: RunID

    func isBefore(_ other: Place) -> Bool { (sequence, run) < (other.sequence, other.run) }
  }

  private var places: [RequestKey: Place] = [:]
  private var lastSequence: Int64 = 0
  private var outOfTurn = RequestsOutOfTurn()

  func takes(_ event: Event, in life: Life) { outOfTurn.take(event) }

  func stepped(_ core: Scheduler, in life: Life) { outOfTurn.endStep() }

  func dies(in life: Life) { outOfTurn.endStep() }

  func commits(_ changes: [Change], to record: Record, in life: Life) {
    var walk = CommitWalk(record)
    let touched = Set(changes.compactMap(\.touchedKey))
    for change in changes {
      switch walk.take(change) {
      case .request(let request, let before): note(request, before, walk.live)
      case .removed(let key): places[key] = nil
      case .begins(let run, let request?) where !run.isForced:
        check(run, request, record, touched, life)
      case .ended(let run, _?) where !run.isForced && record.liveRuns[run.id] != nil:
        places[run.key] = Place(sequence: lastSequence, run: run.id)
      default: break
      }
    }
  }

  private func note(_ request: Request, _ before: Request?, _ liveRuns: [RunID: Run]) {
    lastSequence = max(lastSequence, request.sequence)
    if request.progress.gaveUp != nil {
      places[request.key] = nil
    } else if let before, before.sequence != request.sequence {
      let ran = liveRuns.values.contains {
        $0.key == before.key && $0.sequence == before.sequence
      }
      // A request that was given up did not wait.
      if ran || places[request.key] == nil {
        places[request.key] = Place(sequence: request.sequence, run: 0)
      }
    } else if places[request.key] == nil {
      places[request.key] = Place(sequence: request.sequence, run: 0)
    }
  }

  /// Checks a run of `request` that begins.
  private func check(
    _ run: Run, _ request: Request, _ record: Record, _ touched: Set<RequestKey>, _ life: Life
  ) {
    // A decision made before a commit that failed is older than the record that it would be compared with.
    guard !outOfTurn.mayInclude(run.key), run.started == life.now, request.isOrdered,
      let place = places[request.key]
    else { return }
    for other in record.requests.values where other.key != request.key {
      guard !touched.contains(other.key), other.isEqual(to: request), other.isReady(for: run),
        let otherPlace = places[other.key], otherPlace.isBefore(place),
        !record.liveRuns.values.contains(where: { $0.key == other.key })
      else { continue }
      life.fail(
        self, "\(request.key.id) of user \(request.key.owner) overtakes \(other.key.id), its equal")
    }
  }
}

extension Change {
  var touchedKey: RequestKey? {
    switch self {
    case .putRequest(let request): request.key
    case .removeRequest(let key): key
    case .putRun(let run): run.key
    default: nil
    }
  }
}

extension Request {
  /// Whether only its turn decides when the request starts among requests like it: no forecast, price, latest date,
  /// command of its own or other request.
  var isOrdered: Bool {
    let isKind =
      terms.kind == .userInitiated || terms.kind == .push
      || terms.kind == .refresh && key.app == nil
    return isKind && terms.task == nil && window.latest == nil && !isObserver
      && !isDependent
      && terms.needs.condition == nil
  }

  fileprivate func isEqual(to other: Request) -> Bool {
    key.owner == other.key.owner && isAlike(other)
  }

  /// Whether the request differs from `other` only by its turn and its owner, in all that decides its start.
  func isAlike(_ other: Request) -> Bool {
    isOrdered && key.app == other.key.app && terms.kind == other.terms.kind
      && terms.requires == other.terms.requires && terms.prefers == other.terms.prefers
      && terms.allowsBattery == other.terms.allowsBattery
      && terms.isExpedited == other.terms.isExpedited
      && terms.run.isExact == other.terms.run.isExact
      && terms.run.priority == other.terms.run.priority
      && terms.group == other.terms.group && terms.needs.paths == other.terms.needs.paths
  }

  /// Whether the request could start well before `run`, by its own dates.
  func isReady(for run: Run) -> Bool {
    !progress.checkpoint.isQuarantined && window.opens < run.started.wall - .seconds(1)
      && progress.backoffUntil.map { $0 < run.started.awake - .seconds(1) } ?? true
  }
}
