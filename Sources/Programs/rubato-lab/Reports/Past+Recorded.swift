import Control
import Report
import Scheduling
import Verbs

extension Past {
  /// Converts the answers of the daemon. Entries and runs with words that only a newer daemon knows are left out, as
  /// are runs that have not ended and skipped windows.
  init(_ recorded: RecordedPast) {
    let range = recorded.range
    let runs = recorded.runs.compactMap { Ended($0) }
      .filter {
        $0.run.range.upperBound > range.lowerBound && $0.run.range.lowerBound < range.upperBound
      }
    self.init(range, entries: recorded.entries.compactMap { PastEntry($0) }, runs: runs)
  }
}

extension PastEntry {
  /// Converts an entry of the daemon's answer; `nil` if it has a word that this version does not know, or lacks a
  /// member of its event.
  fileprivate init?(_ info: PastEntryInfo) {
    guard let at = UniversalTime.parse(info.at) else { return nil }
    switch info.event {
    case "device":
      guard let key = info.field, let text = info.value,
        let value = try? DeviceValue(key: key, text: text)
      else { return nil }
      self = .device(value, at: at)
    case "wait":
      guard let id = info.id, let owner = info.owner.flatMap({ UInt32(exactly: $0) }),
        let kind = info.kind.flatMap({ Kind(rawValue: $0) })
      else { return nil }
      let reasons = info.reasons.map { $0.compactMap { Reason(rawValue: $0) } }
      let key = RequestKey(owner: owner, app: info.app, id: id)
      self = .wait(PastWait(at: at, key: key, kind: kind, reasons: reasons))
    case "gap":
      guard let ends = info.ends.flatMap({ UniversalTime.parse($0) }),
        let cause = info.cause.flatMap({ PastGap.Cause(rawValue: $0) })
      else { return nil }
      let owner = info.owner.flatMap { UInt32(exactly: $0) }
      self = .gap(PastGap(at, ends, cause, owner: owner))
    default: return nil
    }
  }
}

extension Past.Ended {
  /// Converts a run of the daemon's answer; `nil` if it has not started or not ended, or has a word that this version
  /// does not know.
  fileprivate init?(_ info: RunInfo) {
    guard let start = info.start.flatMap({ UniversalTime.parse($0) }),
      let end = info.end.flatMap({ UniversalTime.parse($0) }),
      let outcome = info.outcome.flatMap({ Outcome(rawValue: $0) }),
      let kind = Kind(rawValue: info.kind), let owner = UInt32(exactly: info.owner)
    else { return nil }
    var run = StoryRun(
      run: info.run, range: start..<max(start, end), outcome: outcome,
      stopReason: info.stopReason.map { StopReason(kept: $0, message: info.stopMessage) })
    run.wasKilled = info.killed
    run.budget = .seconds(info.budget)
    run.cpu = info.cpuSeconds.map { .seconds($0) }
    self.init(RequestKey(owner: owner, app: info.app, id: info.id), kind, run)
  }
}
