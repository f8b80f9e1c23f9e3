import Control
import Scheduling

extension NoticeInfo {
  /// Describes an event for watchers.
  init(_ notice: Notice, at now: Instant) {
    switch notice {
    case .accepted(let request):
      self.init(
        "accepted", request.key, request.terms.kind, at: now, text: "accepted \(request.key.id)")
    case .removed(let key, let reason):
      self.init("removed", key, nil, at: now, text: "removed \(key.id): \(reason.full)")
      stopReason = reason.code
    case .started(let run):
      self.init("started", run, at: now, text: "started \(run.key.id) as run \(run.id)")
    case .warned(let run, let reason):
      self.init("warned", run, at: now, text: "asked \(run.key.id) to stop: \(reason.full)")
    case .killing(let run, let reason):
      self.init("killing", run, at: now, text: "killed \(run.key.id): \(reason.full)")
    case .frozen(let run, let reason):
      self.init("frozen", run, at: now, text: "froze \(run.key.id): \(reason.full)")
    case .thawed(let run):
      self.init("thawed", run, at: now, text: "thawed \(run.key.id)")
    case .ended(let run, let ending):
      self.init("ended", run, at: now, text: "\(run.key.id) \(ending.outcome.rawValue)")
      outcome = ending.outcome.rawValue
      exit = ending.exit.map { Int64($0) }
    case .overdue(let request):
      self.init("overdue", request.key, request.terms.kind, at: now, text: request.overdueText)
    case .processEnded(let process):
      self.init(
        at: now.wall.text, event: "processEnded", app: process.app.id,
        owner: Int64(process.app.owner), run: process.id,
        text: "process \(process.id) of app \(process.app.id) ended")
    case .device(let values):
      self.init(device: values, at: now)
    }
  }

  /// Makes the notice for a request whose reasons have changed.
  init(waiting explanation: Explanation, at now: Instant) {
    let causes = explanation.causes.map(\.text).joined(separator: "; ")
    self.init(
      "waiting", explanation.request.key, explanation.request.terms.kind, at: now,
      text: "\(explanation.request.key.id) waits: \(causes)")
    reasons = explanation.reasons.map(\.rawValue)
  }

  /// Returns the first notice of a watcher: the present values of the device, without paths that `scope` does not see.
  static func snapshot(_ view: any EngineView, _ scope: Scope) -> NoticeInfo {
    let values = scope.seen(of: view.core.device.raw.values, view.core)
    var info = NoticeInfo(device: values, at: view.now)
    info.event = "snapshot"
    info.text = "watching"
    return info
  }

  /// Makes the notice of an event of a request; `kind` is `nil` if the request no longer exists.
  private init(
    _ event: String, _ key: RequestKey, _ kind: Kind?, at now: Instant, text: String
  ) {
    self.init(
      at: now.wall.text, event: event, id: key.id, app: key.app, owner: Int64(key.owner),
      kind: kind?.rawValue, text: text)
  }

  /// Makes the notice of an event of a run, with the reason of its stop if there is one.
  private init(_ event: String, _ run: Run, at now: Instant, text: String) {
    self.init(event, run.key, run.kind, at: now, text: text)
    self.run = run.id
    stopReason = run.stopReason?.code
    stopMessage = run.stopReason?.message
  }

  /// Makes the notice of new values of the device.
  private init(device values: [DeviceValue], at now: Instant) {
    let words = values.map(\.assignment).joined(separator: " ")
    self.init(at: now.wall.text, event: "device", text: words)
    // It contains only the last of several paths with the same text; `text` has all of them.
    device = Dictionary(values.map { ($0.key.text, $0.word) }) { $1 }
  }
}
