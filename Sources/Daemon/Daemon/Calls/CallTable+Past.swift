import Control
import Scheduling
import Store

extension CallTable {
  /// Adds `GetPast`, which reads the log of the past.
  mutating func addPast() {
    addWalk(GetPast.self) { call, caller, view throws(Refusal) in
      let scope = try Scope(caller, owner: call.owner, allUsers: call.allUsers)
      let query = PastQuery(
        after: max(0, call.after ?? 0), owner: scope.owner,
        limit: try Submission.whole(call.limit ?? 1000, field: "limit", in: 1...1000))
      let core = view.core
      return PageWalk(query) { records in
        GetPast.Reply(
          entries: records.compactMap { PastEntryInfo($0, scope, core) },
          // Fewer records than the limit are the last ones, so no page follows.
          next: records.count == query.limit ? records.last?.number : nil)
      }
    }
  }
}

extension PastEntryInfo {
  /// Describes an entry as `scope` may see it; `nil` if it is about a path that only requests of other users name.
  fileprivate init?(_ record: PastRecord, _ scope: Scope, _ core: Scheduler) {
    let at = record.entry.at.text
    switch record.entry {
    case .device(let value, _):
      guard let seen = scope.seen(of: [value], core).first else { return nil }
      self.init(at: at, event: "device", field: seen.key.text, value: seen.word)
    case .wait(let wait):
      self.init(
        at: at, event: "wait", id: wait.key.id, app: wait.key.app, owner: Int64(wait.key.owner),
        kind: wait.kind.rawValue, reasons: wait.reasons?.map(\.rawValue))
    case .gap(let gap):
      self.init(
        at: at, event: "gap", owner: gap.owner.map { Int64($0) }, ends: gap.ends.text,
        cause: gap.cause.rawValue)
    }
  }
}
