import Control
import Files
import Glibc
import Scheduling
import VarlinkServer

// Pauses, and their end.
extension CallTable {
  /// Adds `PauseRequests` and `ResumeRequests`. Their replies contain the pauses in effect that the caller may see. In
  /// each `addChange`, the first closure makes the event of a call, and `reply` the reply after the commit.
  mutating func addPauses() {
    addChange(PauseRequests.self) { call, caller, view, ticket throws(Refusal) in
      .pause(try Pause(call, caller, view), ticket)
    } reply: { _, caller, view, _ throws(Refusal) in
      PauseRequests.Reply(pauses: view.pauses(seenBy: caller))
    }
    addChange(ResumeRequests.self) { call, caller, _, ticket throws(Refusal) in
      .resume(try PauseLifting(call, caller), ticket)
    } reply: { _, caller, view, _ throws(Refusal) in
      ResumeRequests.Reply(pauses: view.pauses(seenBy: caller))
    }
  }
}

extension EngineView {
  /// Returns the pauses that cover requests which the caller may see.
  func pauses(seenBy caller: Caller) -> [PauseInfo] {
    core.pauses.filter { pause in
      caller.isPrivileged || pause.scope.owner.map { $0 == caller.uid } ?? true
    }.map { PauseInfo($0) }
  }
}

extension Pause {
  /// Makes the pause that the call requests, in the name of the caller. Throws a refusal if its end, its effect on runs
  /// or its scope is not allowed.
  fileprivate init(
    _ call: PauseRequests, _ caller: Caller, _ view: any EngineView
  ) throws(Refusal) {
    let now = view.now.wall
    var lasting = Lasting.untilLifted
    if call.untilRestart == true {
      guard call.until == nil else {
        throw Refusal(
          field: "until", value: call.until ?? "", allowed: "no value together with untilRestart")
      }
      lasting = .untilRestart
    } else if let text = call.until {
      let moment = try TimeNotation.parse(text, field: "until", now: now, zone: LocalZone())
      lasting = .until(moment.resolved(from: now))
    }
    let runs = call.runs ?? Runs.leave.rawValue
    guard let effect = Runs(rawValue: runs) else {
      throw Refusal(
        field: "runs", value: runs,
        allowed: Runs.allCases.map(\.rawValue).joined(separator: ", "))
    }
    self.init(
      by: caller.uid, name: Self.name(of: caller.uid),
      scope: try PauseScope(call, caller), since: now, lasting: lasting, runs: effect)
  }

  /// Returns the name of the user `uid`; `uid` and its digits if the user has no name.
  private static func name(of uid: UInt32) -> String {
    let name = TaskMachine.system.user(String(uid))?.name
    // A user without an entry in the user database has the digits as its name.
    return name.flatMap { $0 == String(uid) ? nil : $0 } ?? "uid \(uid)"
  }
}

extension PauseLifting {
  /// Makes the lifting of pauses of the caller, or of all users if root or the daemon's own user requests that. A call
  /// that names no requests lifts pauses of any scope. Throws a refusal if the caller may not lift them.
  fileprivate init(_ call: ResumeRequests, _ caller: Caller) throws(Refusal) {
    if call.everybodys == true, caller.uid != 0, caller.uid != geteuid() {
      throw Refusal(
        .notPermitted, field: "uid", value: String(caller.uid),
        message: "only root may lift pauses of other users; leave out --everybodys to lift yours")
    }
    // Without a user or a scope, pauses of all users or of any scope are lifted.
    self.init(
      by: call.everybodys == true ? nil : caller.uid,
      scope: call.namesNothing ? nil : try PauseScope(call, caller))
  }
}

/// A call that names the requests to pause.
private protocol NamesPaused {
  var owner: Int64? { get }
  var allUsers: Bool? { get }
  var app: String? { get }
  var kinds: [String]? { get }
  var ids: [String]? { get }
  var group: String? { get }
}

extension PauseRequests: NamesPaused {}
extension ResumeRequests: NamesPaused {}

extension NamesPaused {
  /// Whether the call selects no requests. `ResumeRequests` then lifts all pauses of the caller.
  var namesNothing: Bool {
    owner == nil && allUsers != true && app == nil && (kinds ?? []).isEmpty && (ids ?? []).isEmpty
      && group == nil
  }
}

extension PauseScope {
  /// Maximum number of requests that one pause can name.
  private static let mostIDs = 100

  /// Makes the scope of the requests that the call names. Throws a refusal if a kind is unknown, if there are too many
  /// ids, or if the caller may not pause requests of the named users.
  fileprivate init(_ call: some NamesPaused, _ caller: Caller) throws(Refusal) {
    if call.allUsers == true { try caller.requirePrivilege(to: "pause requests of all users") }
    let kinds = try (call.kinds ?? []).map { (text) throws(Refusal) in
      guard let kind = Kind(rawValue: text) else {
        throw Refusal(
          field: "kinds", value: text,
          allowed: Kind.allCases.map(\.rawValue).joined(separator: ", "))
      }
      return kind
    }
    let ids = call.ids ?? []
    guard ids.count <= Self.mostIDs else {
      throw Refusal(
        field: "ids", value: "\(ids.count) ids",
        allowed: "at most \(Self.mostIDs), and further calls for the others")
    }
    // Without an owner, the scope has the requests of all users.
    self.init(
      owner: call.allUsers == true ? nil : try Scope.owner(named: call.owner, by: caller),
      app: call.app,
      kinds: kinds, ids: ids, group: call.group)
  }
}

extension PauseInfo {
  /// Describes a pause in effect: its scope, its author, its end and its effect on runs.
  init(_ pause: Pause) {
    self.init(
      owner: pause.scope.owner.map { Int64($0) }, app: pause.scope.app,
      kinds: pause.scope.kinds.map(\.rawValue), group: pause.scope.group, ids: pause.scope.ids,
      by: Int64(pause.by),
      byName: pause.name, since: pause.since.text, until: pause.ends?.text,
      untilRestart: pause.lasting == .untilRestart, runs: pause.runs.rawValue)
  }
}
