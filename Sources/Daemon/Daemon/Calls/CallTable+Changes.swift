import Control
import Scheduling
import VarlinkServer

// Changes that requests wait for: keys that programs bump, and watched paths.
extension CallTable {
  /// Adds `ReportChange` for keys, and `ObservePaths` and `ReportPaths` for the processes that watch paths. In each
  /// `addChange`, the first closure makes the event of a call, and `reply` the reply after the commit.
  mutating func addChanges() {
    addChange(ReportChange.self) { call, caller, _, ticket throws(Refusal) in
      .changed([try ChangeReport(call, caller)], ticket)
    } reply: { call, caller, view, _ throws(Refusal) in
      // The number of requests that wait for the key.
      let owner = try Scope.owner(named: call.owner, by: caller)
      return ReportChange.Reply(
        requests: Int64(view.core.observerCount(of: ExactString(call.key), by: owner)))
    }
    addAnsweringRead(ObservePaths.self, requiresMore: true) {
      call, _, caller, engine throws(Refusal) in
      // Replies with the paths now, and after each change of them.
      engine.programs.observers.attach(call, of: caller.uid, engine.core)
      // A kept call keeps its connection, and the number of connections per user is limited.
      call.onDisconnect { [weak engine] in
        engine?.programs.observers.removeAbandonedCalls(of: caller.uid)
      }
    }
    addChange(ReportPaths.self) { call, caller, view, ticket throws(Refusal) in
      guard call.reports.count <= Self.mostReports else {
        throw Refusal(
          field: "reports", value: "\(call.reports.count) reports",
          allowed: "at most \(Self.mostReports); call again for the others")
      }
      return .changed(
        try call.reports.map { (report) throws(Refusal) in
          try ChangeReport(report, of: caller.uid, sharesDaemonClock: !view.clock.isSimulated)
        }, ticket)
    } reply: { _, _, _, _ throws(Refusal) in
      ReportPaths.Reply()
    }
  }

  private static let mostReports = 1000
}

extension ChangeReport {
  /// Makes the report that a key has changed. Throws a refusal if the key is a path or not allowed, or if the caller
  /// may not report for the owner in the call.
  fileprivate init(_ call: ReportChange, _ caller: Caller) throws(Refusal) {
    let key = ExactString(call.key)
    guard !ChangeTrigger.isPath(key) else {
      throw Refusal(
        field: "key", value: call.key,
        allowed: "a key; changes of paths are detected automatically")
    }
    try ChangeTrigger.check(key, field: "key")
    // A key has no content to compare, so each report is a change; `atMost` limits how often it wakes requests.
    self.init(
      owner: try Scope.owner(named: call.owner, by: caller), pathOrKey: key,
      .bumped(atMost: try Submission.frequency(call.atMost, field: "atMost")))
  }

  /// Makes the report about a path that a process of `owner` watches: it is now watched, has changed, or cannot be
  /// watched. Throws a refusal if a text or the time in it is not allowed.
  ///
  /// - Parameter sharesDaemonClock: Whether the times of files are of the daemon's clock, which is then not simulated.
  fileprivate init(
    _ report: PathReportInfo, of owner: UInt32, sharesDaemonClock: Bool
  ) throws(Refusal) {
    let path = ExactString(report.path)
    try Needs.check(path, field: "reports.path")
    for (field, text) in [("stamp", report.stamp), ("trouble", report.trouble)] {
      guard let text else { continue }
      let isAllowed = text.utf8.count <= Self.longestText && text == text.escapingControlCharacters
      guard isAllowed else {
        throw Refusal(
          field: "reports.\(field)", value: text,
          allowed: "at most \(Self.longestText) bytes without control characters")
      }
    }
    // Only a path that can be watched has a stamp.
    guard let stamp = report.stamp else {
      let reason = report.trouble ?? "unknown reason"
      self.init(owner: owner, pathOrKey: path, .unwatchable(reason))
      return
    }
    // The seconds count from 1970.
    let fileTime = try Submission.duration(report.time, field: "reports.time").map {
      WallTime(nanoseconds: 0) + $0
    }
    if report.changed {
      self.init(owner: owner, pathOrKey: path, .changed(stamp: stamp))
    } else {
      // The time of a file cannot be compared with a simulated clock.
      let comparableTime = sharesDaemonClock ? fileTime : nil
      self.init(owner: owner, pathOrKey: path, .watched(stamp: stamp, changed: comparableTime))
    }
  }
}
