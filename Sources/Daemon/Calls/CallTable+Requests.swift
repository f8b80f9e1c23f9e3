import Control
import Glibc
import Scheduling
import Varlink
import VarlinkServer

extension CallTable {
  mutating func addRequests() {
    change(Submit.self) { call, caller, engine, ticket throws(Refusal) in
      .submit(try Submission(call, caller, engine), ticket)
    } reply: { _, _, _, answer throws(Refusal) in
      guard case .accepted(let acceptance) = answer else { throw .unexpected }
      return Submit.Reply(acceptance)
    }
    change(Cancel.self) { call, caller, engine, ticket throws(Refusal) in
      let selection = Selection(call, caller)
      return .cancel(
        try selection.key(in: engine), keepsRunning: call.keepRunning ?? false, ticket)
    } reply: { _, _, _, answer throws(Refusal) in
      Cancel.Reply(stoppingRun: answer.stopping)
    }
    look(List.self) { call, caller, engine throws(Refusal) in
      let scope = try Scope(caller, owner: call.owner, allUsers: call.allUsers)
      let found = try explanations(engine, scope, id: call.id, app: call.app, caller, call.owner)
      return List.Reply(requests: found.map { RequestInfo($0) })
    }
    look(Explain.self) { call, caller, engine throws(Refusal) in
      let scope = try Scope(caller, owner: call.owner, allUsers: call.allUsers)
      let found = try explanations(engine, scope, id: call.id, app: call.app, caller, call.owner)
      let now = engine.now
      return Explain.Reply(
        explanations: found.map { explanation in
          let key = explanation.request.key
          let history = call.id == nil ? nil : engine.core.history(of: key, at: now)
          let best = call.id == nil ? nil : engine.core.bestRefresh(key, at: now)
          return ExplanationInfo(explanation, history: history, best: best)
        })
    }
  }
}

/// The explanations of the one request of `id`, or of all in the scope, most starved first.
private func explanations(
  _ engine: Engine, _ scope: Scope, id: String?, app: String?, _ caller: Caller, _ owner: Int64?
) throws(Refusal) -> [Explanation] {
  let now = engine.now
  if let id {
    let key = try Selection(id: id, app: app, owner: owner, caller: caller).key(in: engine)
    // A run whose request was cancelled has nothing to explain.
    return engine.core.explain(key, at: now).map { [$0] } ?? []
  }
  return engine.core.allRequests.filter { scope.sees($0.key) && (app == nil || $0.key.app == app) }
    .sorted { $0.isMoreStarved(than: $1, at: now.wall) }
    .compactMap { engine.core.explain($0.key, at: now) }
}

extension Request {
  /// Whether it has waited longer than `other`: past its latest date before others, then by the share
  /// of its window that has passed, without a latest date of a week.
  fileprivate func isMoreStarved(than other: Request, at now: WallTime) -> Bool {
    let (own, others) = (hunger(at: now), other.hunger(at: now))
    return own == others ? sequence < other.sequence : own > others
  }

  private func hunger(at now: WallTime) -> Double {
    window.progress(at: now) ?? (now - window.opens).seconds / Duration.days(7).seconds
  }
}

extension Answer {
  /// The run that is being stopped, if there is one.
  var stopping: RunID? {
    if case .done(let run) = self { run } else { nil }
  }
}

extension Refusal {
  /// An answer that does not belong to the question.
  static let unexpected = Refusal(
    .unavailable, message: "rubatod answered something unexpected; please report this")
}

extension Submit.Reply {
  init(_ acceptance: Acceptance) {
    self.init(
      request: RequestInfo(acceptance.explanation), replaced: acceptance.replaced,
      kept: acceptance.kept, explanation: ExplanationInfo(acceptance.explanation),
      warnings: acceptance.warnings.map { WarningInfo(code: $0.code.rawValue, text: $0.text) })
  }
}

extension Submission {
  /// What a call asks for, on behalf of its caller.
  init(_ call: Submit, _ caller: Caller, _ engine: Engine) throws(Refusal) {
    guard geteuid() == 0 || caller.uid == geteuid() else {
      throw Refusal(
        .notPermitted, field: "uid", value: String(caller.uid),
        message: "this rubatod runs as uid \(geteuid()) and can run commands for that user only")
    }
    self.init(
      owner: caller.uid, id: call.id, kind: try Self.word(call.kind, field: "kind"),
      command: try Command(call.command))
    app = call.app
    let now = engine.now.wall
    earliest = try Self.moment(call.earliest, field: "earliest", now: now)
    // "01:00" to "06:00" is one night, also when it is asked for at three o'clock.
    latest = try Self.moment(
      call.latest, field: "latest", now: now, after: earliest?.resolved(from: now))
    noteZones(now: now)
    atLatest = try Self.word(call.atLatest, field: "atLatest")
    every = try Self.duration(call.every, field: "every")
    flex = try Self.duration(call.flex, field: "flex")
    requires = try Conditions(names: call.requires ?? [], field: "requires")
    prefers = try Conditions(names: call.prefers ?? [], field: "prefers")
    budget = try Self.duration(call.budget, field: "budget")
    grace = try Self.duration(call.grace, field: "grace")
    allowsBattery = call.allowBattery ?? false
    isExpedited = call.expedited ?? false
    group = call.group
    retries = try call.retries.map { count throws(Refusal) in
      try Self.whole(count, field: "retries", in: 0...1000)
    }
    backoff = try Self.word(call.backoff, field: "backoff")
    backoffDelay = try Self.duration(call.backoffDelay, field: "backoffDelay")
    ifPending = try Self.word(call.ifPending, field: "ifPending") ?? .replace
    replacesRunning = call.replaceRunning ?? false
    // A clock that stands still would never let anybody submit again.
    isCounted = caller.uid != geteuid() && !engine.clock.isSimulated
  }

  /// Dates lie in summer or in winter, whatever it is now.
  private mutating func noteZones(now: WallTime) {
    let zone = LocalZone()
    zoneAtEarliest = zone.secondsFromUTC(at: earliest?.resolved(from: now) ?? now)
    if case .at(let date) = latest { zoneAtLatest = zone.secondsFromUTC(at: date) }
  }

  static func whole(
    _ value: Int64, field: String, in range: ClosedRange<Int64>
  ) throws(Refusal) -> Int {
    guard range.contains(value) else {
      throw Refusal(
        field: field, value: String(value), allowed: "\(range.lowerBound) to \(range.upperBound)")
    }
    return Int(value)
  }

  private static func word<Value: RawRepresentable & CaseIterable>(
    _ text: String?, field: String
  ) throws(Refusal) -> Value? where Value.RawValue == String {
    guard let text else { return nil }
    if let value = Value(rawValue: text) { return value }
    throw Refusal(
      field: field, value: text, allowed: Value.allCases.map(\.rawValue).joined(separator: ", "))
  }

  static func moment(
    _ text: String?, field: String, now: WallTime, after: WallTime? = nil
  ) throws(Refusal) -> Moment? {
    guard let text else { return nil }
    return try TimeNotation.parse(text, field: field, now: now, after: after, zone: LocalZone())
  }

  /// Seconds from a call; what is not a number of seconds at all is refused here, what is too long
  /// or too short for its field by the scheduler.
  static func duration(_ seconds: Double?, field: String) throws(Refusal) -> Duration? {
    guard let seconds else { return nil }
    guard seconds.isFinite, abs(seconds) < 4e9 else {
      throw Refusal(field: field, value: "\(seconds)", allowed: "a number of seconds")
    }
    return .nanoseconds(Int64(seconds * 1e9))
  }
}

extension Command {
  init(_ info: CommandInfo) throws(Refusal) {
    self.init(
      arguments: info.arguments, directory: info.directory, environment: info.environment,
      umask: UInt16(try Submission.whole(info.umask, field: "command.umask", in: 0...0o777)),
      signal: try Self.signal(info.signal ?? "TERM"))
  }

  /// Signals that may announce expiration: those that a process can handle and that mean no fault.
  private static let signals: [(name: String, number: Int32)] = [
    ("TERM", SIGTERM), ("INT", SIGINT), ("HUP", SIGHUP), ("QUIT", SIGQUIT), ("USR1", SIGUSR1),
    ("USR2", SIGUSR2),
  ]

  private static func signal(_ name: String) throws(Refusal) -> Int32 {
    let short = name.hasPrefix("SIG") ? String(name.dropFirst(3)) : name
    if let known = signals.first(where: { $0.name == short }) { return known.number }
    throw Refusal(
      field: "command.signal", value: name,
      allowed: signals.map(\.name).joined(separator: ", "))
  }
}
