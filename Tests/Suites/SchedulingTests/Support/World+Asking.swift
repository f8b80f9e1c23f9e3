@testable import Scheduling

extension World {
  func key(_ id: String, app: String? = nil) -> RequestKey {
    RequestKey(owner: Self.user, app: app, id: id)
  }

  /// Submits `/bin/true` as `id`, with the options that `change` sets.
  @discardableResult
  mutating func submit(
    _ id: String?, _ kind: Kind? = .utility, _ change: (inout Submission) -> Void = { _ in }
  ) -> Answer? {
    var submission = Submission(
      owner: Self.user, id: id, kind: kind, command: Command(arguments: ["/bin/true"]))
    change(&submission)
    send(.submit(submission, ticket()))
    return answer
  }

  /// Submits a request and returns its refusal; `nil` if it was accepted.
  mutating func refusal(
    of id: String? = "task", _ kind: Kind? = .utility, _ change: (inout Submission) -> Void
  ) -> Refusal? {
    submit(id, kind, change)?.refusal
  }

  mutating func cancel(_ id: String, app: String? = nil, keepsRunning: Bool = false) {
    send(.cancel(key(id, app: app), keepsRunning: keepsRunning, ticket()))
  }

  mutating func run(_ id: String, _ mode: RunMode) {
    send(.runNow(key(id), mode, ticket()))
  }

  mutating func stop(_ id: String, _ reason: StopReason) {
    send(.stop(key(id), reason, ticket()))
  }

  /// Registers an app, which its user opens once and closes, unless it `isNew`.
  mutating func register(
    _ app: String, isNew: Bool = false, _ change: (inout App) -> Void = { _ in }
  ) {
    var registered = App(key: AppKey(owner: Self.user, id: app), registered: now.wall)
    change(&registered)
    send(.registerApp(registered, ticket()))
    guard !isNew, answer?.refusal == nil else { return }
    let answered = effects
    tell(app, .opened)
    tell(app, .closed)
    effects = answered
  }

  mutating func tell(_ app: String, _ event: AppEvent) {
    send(.app(AppKey(owner: Self.user, id: app), event, ticket()))
  }

  /// Ends the live run of `id` as its command would.
  mutating func finish(
    _ id: String, app: String? = nil, exit: Int32? = 0, signal: Int32? = nil
  ) {
    guard let run = scheduler.run(of: key(id, app: app)) else { return }
    send(.runEnded(run.id, ProcessExit(exit: exit, signal: signal)))
  }

  // MARK: Questions

  func explain(_ id: String, app: String? = nil) -> Explanation? {
    scheduler.explain(key(id, app: app), at: now)
  }

  func reasons(_ id: String, app: String? = nil) -> [Reason] {
    explain(id, app: app)?.reasons ?? []
  }

  /// Whether a run of `id` is alive and was not asked to stop.
  func isRunning(_ id: String, app: String? = nil) -> Bool {
    switch scheduler.run(of: key(id, app: app))?.phase {
    case .launching, .running: true
    default: false
    }
  }

  func waits(_ id: String, app: String? = nil) -> Bool {
    scheduler.request(key(id, app: app)) != nil && scheduler.run(of: key(id, app: app)) == nil
  }

  func phase(_ id: String) -> Run.Phase? {
    scheduler.run(of: key(id))?.phase
  }

  /// Identifiers in the order in which they were started.
  var started: [String] {
    history.compactMap {
      if case .afterCommit(.launch(let run, _)) = $0.effect { run.key.id } else { nil }
    }
  }

  /// Returns the seconds after `moment` at which runs of `id` started.
  func starts(of id: String, after moment: Instant) -> [Double] {
    history.compactMap { at, effect in
      guard case .afterCommit(.launch(let run, _)) = effect, run.key.id == id else { return nil }
      return (at.wall - moment.wall).seconds
    }
  }

  /// The endings of all runs of `id`, oldest first.
  func endings(_ id: String) -> [Ending] {
    history.compactMap { _, effect in
      guard case .afterCommit(.announce(.ended(let run, let ending))) = effect, run.key.id == id
      else {
        return nil
      }
      return ending
    }
  }

  func outcomes(_ id: String) -> [Outcome] {
    endings(id).map(\.outcome)
  }

  /// Returns the reasons in the warnings to runs of `id`, oldest first.
  func warnings(_ id: String) -> [StopReason] {
    history.compactMap { _, effect in
      guard case .immediate(.warn(let run, let reason)) = effect, run.key.id == id else {
        return nil
      }
      return reason
    }
  }

  /// Returns the number of kills of runs of `id`.
  func kills(_ id: String) -> Int {
    history.count {
      switch $0.effect {
      case .immediate(.kill(let run)): run.key.id == id
      case .immediate(.killCheck(let check)): check.key.id == id
      default: false
      }
    }
  }

  /// Returns the reasons for which requests were removed without a completed run, oldest first.
  func removals(_ id: String) -> [StopReason] {
    history.compactMap { _, effect in
      guard case .afterCommit(.announce(.removed(let key, let reason))) = effect, key.id == id
      else {
        return nil
      }
      return reason
    }
  }
}

extension Answer {
  var isDone: Bool {
    if case .done = self { true } else { false }
  }

  var refusal: Refusal? {
    if case .refused(let refusal) = self { refusal } else { nil }
  }

  var acceptance: Acceptance? {
    if case .accepted(let acceptance) = self { acceptance } else { nil }
  }
}
