import Control
import Scheduling
import VarlinkServer

// Reports that commands send from their runs.
extension CallTable {
  /// Adds `ReportRun` and `GetCheckpoint`. Only the user of the run and root may call them. In each `addChange`, the
  /// first closure makes the event of a call, and `reply` the reply after the commit.
  mutating func addReports() {
    addChange(ReportRun.self) { call, caller, view, ticket throws(Refusal) in
      let run = try liveRun(call.run, caller, view)
      return .report(run.id, try RunReport(call), ticket)
    } reply: { _, _, _, _ throws(Refusal) in
      ReportRun.Reply()
    }
    addRead(GetCheckpoint.self) { call, caller, view throws(Refusal) in
      let run = try liveRun(call.run, caller, view)
      let request = view.core.request(run.key)
      // A request that replaced the run's own has no checkpoint yet.
      let checkpoint = request?.sequence == run.sequence ? request?.progress.checkpoint : nil
      return GetCheckpoint.Reply(
        data: checkpoint?.data, share: checkpoint?.share,
        stepsDone: Int64(checkpoint?.stepsDone ?? 0))
    }
  }
}

/// Returns the live run of this number. Throws a refusal if there is none, or if the caller is neither the user that it
/// runs as nor root.
private func liveRun(_ number: Int64, _ caller: Caller, _ view: any EngineView) throws(Refusal)
  -> Run
{
  let run = view.core.runs.first { $0.id == number }
  guard let run, caller.uid == 0 || caller.uid == run.key.owner else {
    throw Refusal(
      .notFound, field: "run", value: String(number),
      message: "run \(number) is not running, or not yours; only the run and root may report on it")
  }
  return run
}

extension RunReport {
  /// Makes the report that the call contains. Throws a refusal unless it contains exactly one.
  fileprivate init(_ call: ReportRun) throws(Refusal) {
    var reports: [RunReport] = []
    if call.ready == true { reports.append(.ready) }
    if let data = call.data { reports.append(.checkpoint(data)) }
    if let share = call.share { reports.append(.progress(share)) }
    if call.title != nil || call.subtitle != nil {
      reports.append(.title(call.title ?? "", subtitle: call.subtitle ?? ""))
    }
    if let success = call.completed { reports.append(.completed(success: success)) }
    if call.began == true { reports.append(.began) }
    if let state = call.expiration {
      reports.append(.expiration(try ExpirationReport(state, call)))
    }
    // A `false` denies something instead of reporting it, and only an expiration handler has a thread.
    guard let report = reports.first, reports.count == 1, call.isUnambiguous else {
      throw Refusal(
        .invalid, field: "run", value: String(call.run),
        message: "report one thing at a time: readiness, data, a share, a title, completion,"
          + " the beginning of a handler, or an expiration handler")
    }
    self = report
  }
}

extension ReportRun {
  /// Whether the report denies nothing, and names a thread only with an expiration handler.
  fileprivate var isUnambiguous: Bool {
    ready != false && began != false && (expiration != nil || thread == nil && stack == nil)
  }
}

extension ExpirationReport {
  /// Makes the report about an expiration handler: its state, and the thread and the stack in the call. Throws a
  /// refusal if the state or the number of the thread is not allowed.
  fileprivate init(_ state: String, _ call: ReportRun) throws(Refusal) {
    guard let known = State(rawValue: state) else {
      throw Refusal(
        field: "expiration", value: state,
        allowed: State.allCases.map(\.rawValue).joined(separator: ", "))
    }
    let thread = try call.thread.map { (number) throws(Refusal) in
      guard let thread = Int32(exactly: number), thread > 0 else {
        throw Refusal(
          field: "thread", value: String(number),
          allowed: "the number of a thread, as gettid() returns it")
      }
      return thread
    }
    self.init(known, thread: thread, stack: call.stack ?? [])
  }
}
