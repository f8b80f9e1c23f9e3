import Scheduling

/// In quiet hours no request starts, except forced runs, exact times, notifications, alarms, and clicks of users on
/// notifications. The checker has its own implementation of the hours (`QuietSpan`). The exceptions are listed in
/// docs/decision.md.
final class NothingStartsInQuietHours: Checker {
  func commits(_ changes: [Change], to record: Record, in life: Life) {
    let spans = life.plan.mix.quiet
    if spans.isEmpty { return }
    var known: [RequestKey: Request] = [:]
    for change in changes {
      switch change {
      case .putRequest(let request): known[request.key] = request
      case .putRun(let run):
        // A decision made before a commit that failed is older than this moment.
        guard run.ending == nil, record.liveRuns[run.id] == nil, !run.isForced,
          run.started == life.now,
          let request = [known[run.key], record.requests[run.key]].compactMap(\.self)
            .first(where: { $0.sequence == run.sequence }),
          !isExempt(request)
        else { continue }
        check(run, spans, life)
      default: break
      }
    }
  }

  private func isExempt(_ request: Request) -> Bool {
    switch request.terms.task?.category {
    case .notification, .alarm, .response: true
    default: request.terms.run.isExact
    }
  }

  private func check(_ run: Run, _ spans: [QuietSpan], _ life: Life) {
    let span = spans.first {
      $0.holds(run.kind, of: run.key.owner, at: run.started.wall, zoneSeconds: life.zoneSeconds)
    }
    guard let span else { return }
    life.fail(self, "run \(run.id) of \(run.key.id) starts in quiet hours, \(span.text)")
  }
}
