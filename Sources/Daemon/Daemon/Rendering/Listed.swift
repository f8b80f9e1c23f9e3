import Control
import Scheduling

/// A request in the answer to `List`: in full, or in brief.
indirect enum Listed: Sendable {
  case whole(RequestInfo)
  case row(RequestRowInfo)

  /// - Parameters:
  ///   - outline: The explanation of the request; its texts are not needed.
  ///   - timerIsOn: Whether the timer that the request replaced is on again; `nil` if it replaced none.
  init(_ outline: Explanation, _ timerIsOn: Bool?, isBrief: Bool) {
    self =
      isBrief
      ? .row(RequestRowInfo(outline, timerIsOn: timerIsOn))
      : .whole(RequestInfo(outline, timerIsOn: timerIsOn))
  }
}

extension List.Reply {
  /// Makes the answer from the requests in their order.
  ///
  /// - Parameter running: The number of live runs.
  init(_ listed: [Listed], isBrief: Bool, running: Int) {
    var requests: [RequestInfo] = []
    var rows: [RequestRowInfo] = []
    for one in listed {
      switch one {
      case .whole(let request): requests.append(request)
      case .row(let row): rows.append(row)
      }
    }
    self.init(requests: requests, rows: isBrief ? rows : nil, running: Int64(running))
  }
}

extension RequestRowInfo {
  /// Describes the request of `outline` as a row.
  fileprivate init(_ outline: Explanation, timerIsOn: Bool?) {
    let (request, phase) = (outline.request, outline.phase)
    let (terms, progress) = (request.terms, request.progress)
    // A row omits empty lists and zeros.
    func unlessEmpty<Values: Collection>(_ values: Values) -> Values? {
      values.isEmpty ? nil : values
    }
    func unlessZero(_ number: Int) -> Int64? { number == 0 ? nil : Int64(number) }
    // A run of an earlier request with this id is not described.
    let frozenSince = phase == nil ? nil : outline.frozenSince
    self.init(
      id: request.key.id, app: request.key.app, owner: Int64(request.key.owner),
      kind: terms.kind.rawValue, state: outline.state.rawValue, run: outline.run,
      runState: phase?.name.rawValue, frozenBy: phase?.frozenBy?.code,
      frozenSince: frozenSince?.text, submitted: request.submitted.text,
      latest: request.window.latest?.text, task: terms.task.map { TaskClassInfo($0) },
      after: unlessEmpty(terms.needs.predecessors.toComplete),
      afterAny: unlessEmpty(terms.needs.predecessors.toEnd), group: terms.group,
      priority: terms.run.priority.map { Int64($0) }, tags: unlessEmpty(terms.run.tags),
      failures: unlessZero(progress.failures), overdueSince: outline.overdueSince?.text,
      skippedWindows: request.skippedWindows.map { Int64($0.count) },
      steps: unlessZero(terms.command.steps.count),
      stepsDone: unlessZero(progress.checkpoint.stepsDone),
      share: progress.checkpoint.share, quarantined: progress.checkpoint.isQuarantined ? true : nil,
      timer: terms.timer.map { TimerInfo($0) }, timerIsOn: timerIsOn,
      reasons: unlessEmpty(outline.reportedCauses.map(\.reason.rawValue)), next: outline.next?.text,
      wakesAt: outline.wakesAt?.text)
  }
}
