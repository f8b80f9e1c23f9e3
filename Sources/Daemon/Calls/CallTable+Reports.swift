import Control
import Scheduling
import VarlinkServer

// What commands say from inside their runs.
extension CallTable {
  mutating func addReports() {
    change(ReportRun.self) { call, caller, view, ticket throws(Refusal) in
      let run = try liveRun(call.run, caller, view)
      return .report(run.id, try RunReport(call), ticket)
    } reply: { _, _, _, _ throws(Refusal) in
      ReportRun.Reply()
    }
    look(GetCheckpoint.self) { call, caller, view throws(Refusal) in
      let run = try liveRun(call.run, caller, view)
      let request = view.core.request(run.key)
      // A request that took the place of the run's own has not come anywhere yet.
      let checkpoint = request?.sequence == run.sequence ? request?.checkpoint : nil
      return GetCheckpoint.Reply(
        data: checkpoint?.data, share: checkpoint?.share,
        stepsDone: Int64(checkpoint?.stepsDone ?? 0))
    }
  }
}

/// The live run of this number, if the caller may speak for it: what it runs as, or root.
private func liveRun(_ number: Int64, _ caller: Caller, _ view: any EngineView) throws(Refusal)
  -> Run
{
  let run = view.core.runs.first { $0.id == number }
  guard let run, caller.uid == 0 || caller.uid == run.key.owner else {
    throw Refusal(
      .notFound, field: "run", value: String(number),
      message: "no run \(number) of yours is running; only the run itself and root may report on it"
    )
  }
  return run
}

extension RunReport {
  fileprivate init(_ call: ReportRun) throws(Refusal) {
    let title = call.title ?? call.subtitle
    switch (call.ready, call.data, call.share, title, call.completed) {
    case (true, nil, nil, nil, nil): self = .ready
    case (nil, let data?, nil, nil, nil): self = .checkpoint(data)
    case (nil, nil, let share?, nil, nil): self = .progress(share)
    case (nil, nil, nil, _?, nil): self = .title(call.title ?? "", subtitle: call.subtitle ?? "")
    case (nil, nil, nil, nil, let success?): self = .completed(success: success)
    default:
      throw Refusal(
        .invalid, field: "run", value: String(call.run),
        message: "report one thing at a time: readiness, data, a share, a title, or completion")
    }
  }
}
