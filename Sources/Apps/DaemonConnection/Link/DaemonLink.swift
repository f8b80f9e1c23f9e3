import BackgroundTasks
import Control
import Foundation
import Varlink

/// The connections to the daemon. One receives tasks and is read by its own thread. The other is for calls, which run
/// on the thread of the caller, one at a time.
///
/// `link` is guarded by `state`.
final class DaemonLink: TaskLink, @unchecked Sendable {
  /// The timeout for a reply.
  private static let replyTimeoutSeconds = 5.0

  /// The longest time for which attaching waits for the launch to finish, so that one call reports both. An app that
  /// registers its handlers and serves the main queue is finished far sooner.
  private static let launchSeconds = 0.1

  private let bundle: AppBundle
  let environment: LaunchEnvironment
  let state = NSCondition()
  var link = LinkState()
  private let calls: CallConnection
  /// Held while completions are reported, so that none is reported twice.
  let reportLock = NSLock()
  /// The queue of reports that no caller waits for.
  let reports = DispatchQueue(label: "io.rubato.BackgroundTasks.reports")
  /// The queue of reports whether background tasks hold the process. A completion waits for them.
  let holds = DispatchQueue(label: "io.rubato.BackgroundTasks.holds")
  let sleeps = VirtualSleeps()
  private(set) weak var center: TaskCenter?

  var socket: String { environment.socket }

  init(_ bundle: AppBundle, _ environment: LaunchEnvironment) {
    self.bundle = bundle
    self.environment = environment
    calls = CallConnection(to: environment.socket, timeout: .seconds(Self.replyTimeoutSeconds))
  }

  // MARK: Attaching

  /// Starts a thread that attaches this process and passes the daemon's events to `center`.
  func start(_ center: TaskCenter) {
    self.center = center
    let thread = Thread { [self] in attachRepeatedly(center) }
    thread.name = "BackgroundTasks"
    thread.start()
  }

  /// Attaches this process, again after each loss of the connection. Waits for the socket if there is no daemon, and
  /// returns if the daemon refuses the process.
  private func attachRepeatedly(_ center: TaskCenter) {
    let watch = SocketWatch(environment.socket, pause: { [self] in pause(atMost: $0) })
    var delay = RetryDelay()
    waitForLaunch()
    while true {
      // Before the attempt, so that a socket that is created during it ends the wait below.
      watch.arm()
      // A caller can have waited in vain during the pause before this attempt.
      state.withLock { (link.isUnanswered, link.isAwaited) = (false, false) }
      var isTemporary = false
      do throws(ClientError) {
        try attach(center)
      } catch {
        if case .remote(let refusal) = error, !refusal.isUnavailable {
          return recordRefusal(BGTaskScheduler.Error(refusal, environment.commands))
        }
        isTemporary = error.isTemporary
      }
      let wasAttached = closeAttachment()
      if wasAttached { delay.reset() }
      // After a lost connection or a temporary refusal, the wait is limited: the daemon can accept this process without
      // a change in the directory.
      watch.wait(atMost: wasAttached || isTemporary ? delay.next() : nil)
    }
  }

  /// Waits until the launch has ended or a caller needs the attachment, but at most `launchSeconds`.
  private func waitForLaunch() {
    let deadline = Date(timeIntervalSinceNow: Self.launchSeconds)
    state.withLock {
      while link.launchEnding == nil, !link.isAwaited, state.wait(until: deadline) {}
    }
  }

  /// Waits until a caller needs the attachment, for at most `limit`. If the socket's directory cannot be watched, the
  /// waits for the daemon are such pauses: without a caller, the daemon could have returned up to a minute ago.
  ///
  /// A caller ends only one pause: while a daemon that was stopped on purpose may not be reached, pauses follow each
  /// other.
  func pause(atMost limit: Duration) {
    let deadline = Date(timeIntervalSinceNow: limit / .seconds(1))
    state.withLock {
      while !link.isAwaited, state.wait(until: deadline) {}
      link.isAwaited = false
    }
  }

  /// Attaches this process and applies the daemon's events. Throws when the connection is lost, or if the daemon cannot
  /// be reached or refuses the process.
  private func attach(_ center: TaskCenter) throws(ClientError) {
    let stream = try Client(connectingTo: environment.socket)
    let declaration = bundle.declaration
    // Read once: the launch can end during the call, and `knowsLaunch` must be the value that the daemon receives.
    let isLaunched = isLaunched
    // Read before the call: the daemon has recorded or refused these completions, and sends none of the tasks again.
    let knownRuns = center.passedOnRuns.subtracting(state.withLock { link.owed.map(\.run) })
    let call = AttachApp(
      id: bundle.identifier ?? environment.app, program: bundle.executable,
      token: environment.token, permittedIdentifiers: declaration?.permittedIdentifiers,
      backgroundModes: declaration?.backgroundModes, entitlements: declaration?.entitlements,
      launched: isLaunched, handlers: state.withLock { link.handlers }, begun: center.begunRuns)
    try stream.more(AttachApp.fullName, call, as: AttachApp.Reply.self) { reply in
      if reply.event == "attached" {
        center.forgetCompleted(knownRuns)
        handleAttachment(Attachment(reply), knowsLaunch: isLaunched)
      } else {
        apply(reply, center)
      }
      return .goOn
    }
  }

  /// Applies an event of the daemon: starts a task, expires a run, or ends a sleep.
  private func apply(_ reply: AttachApp.Reply, _ center: TaskCenter) {
    switch reply.event {
    case "task":
      if let task = reply.task { center.start(delivered(task)) }
    case "expire":
      if let run = reply.run { center.expire(run: run) }
    case "woken":
      if let sleep = reply.sleep { sleeps.remove(sleep)?.resume() }
    // A later daemon may send other events.
    default: break
    }
  }

  /// Marks the process as attached, and reports the end of the launch, completions, a hold and other owed reports if
  /// the daemon does not know them.
  ///
  /// - Parameter knowsLaunch: Whether the daemon already knows that the launch has finished.
  private func handleAttachment(_ attachment: Attachment, knowsLaunch: Bool) {
    let owesReports = state.withLock {
      link.attach(attachment)
      state.broadcast()
      if link.launchEnding != nil, !knowsLaunch { link.owedReports.insert(.launch) }
      if link.requestsBackgroundTime { link.owedReports.insert(.backgroundTime) }
      return !link.owed.isEmpty || !link.owedReports.isEmpty
    }
    guard owesReports else { return }
    // Called on another thread, since waiting for the reply would keep this one from receiving tasks.
    DispatchQueue.global().async { [self] in reportOwed() }
  }

  /// Closes the connection for calls, and ends all sleeps with an error. Called when the other connection is lost.
  /// Returns whether the process was attached.
  private func closeAttachment() -> Bool {
    calls.close()
    sleeps.fail(noDaemon("the connection to the daemon has ended"))
    return state.withLock { link.markLost() }
  }

  /// Logs that the daemon refuses this process. From then on, callers that need an attachment receive the error.
  private func recordRefusal(_ error: BGTaskScheduler.Error) {
    // A user with a daemon of their own may have installed the app with the system's.
    let hint = environment.service == .user ? " (your own daemon: `rubatoctl --user`)" : ""
    Log.write(
      "the daemon at \(environment.socket) does not accept this process as an app process: \(error.localizedDescription)"
        + hint)
    state.withLock {
      link.phase = .refused(error)
      state.broadcast()
    }
  }

  /// Whether the launch of the app has finished.
  var isLaunched: Bool { state.withLock { link.launchEnding != nil } }

  /// The event that ended the launch, such as `the main queue has turned first`.
  var launchEnd: String { state.withLock { link.launchEnding } ?? "" }

  /// Ends the launch and reports that to the daemon if the process is attached. Calls after the first one have no
  /// effect.
  func endLaunch(because end: String, handlers: [String]) {
    let isAttached = state.withLock {
      guard link.endLaunch(because: end, handlers: handlers) else { return false }
      state.broadcast()
      return link.attachment != nil
    }
    if isAttached { reports.async { [self] in reportLaunched() } }
  }

  /// Waits until the process is attached, for at most `replyTimeoutSeconds`, and returns its attachment. Throws if the
  /// daemon refuses the process or cannot be reached, and immediately if an earlier wait has failed.
  func attachment() throws(BGTaskScheduler.Error) -> Attachment {
    let deadline = Date(timeIntervalSinceNow: Self.replyTimeoutSeconds)
    state.lock()
    defer { state.unlock() }
    // The thread that attaches may be waiting for the launch (`waitForLaunch`), or in a `pause`.
    link.isAwaited = true
    state.broadcast()
    while true {
      switch link.phase {
      case .attached(let attachment): return attachment
      case .refused(let error): throw error
      case .attaching:
        // Without a socket there is no daemon to wait for.
        let isMissing = SocketWatch.isMissing(environment.socket)
        if isMissing || link.isUnanswered || !state.wait(until: deadline) {
          link.isUnanswered = !isMissing
          throw noDaemon("no daemon answers at \(environment.socket)")
        }
      }
    }
  }

  /// Returns the error for an unavailable daemon, with the command that starts it.
  private func noDaemon(_ problem: String) -> BGTaskScheduler.Error {
    BGTaskScheduler.Error(.unavailable, "\(problem); start it with: \(environment.startCommand)")
  }

  // MARK: Calls

  /// Calls a method of the daemon and returns its reply. Throws errors of the public type.
  func call<Method: ControlMethod>(
    _ method: Method
  ) throws(BGTaskScheduler.Error) -> Method.Reply {
    do throws(ClientError) {
      return try reply(to: method)
    } catch {
      throw publicError(error)
    }
  }

  /// Returns the queued and running requests of this app. The daemon sends many requests in several replies.
  func requests() throws(BGTaskScheduler.Error) -> [RequestInfo] {
    let call = List(app: try app())
    var requests: [RequestInfo] = []
    do throws(ClientError) {
      try calls.receiveReplies(to: call) { requests += $0.requests }
    } catch {
      throw publicError(error)
    }
    return requests
  }

  /// Returns the error of the public type for an error of a call.
  func publicError(_ error: ClientError) -> BGTaskScheduler.Error {
    if case .remote(let refusal) = error {
      return BGTaskScheduler.Error(refusal, environment.commands)
    }
    return noDaemon("\(error)")
  }

  /// Calls a method of the daemon and returns its reply. Throws the daemon's own error.
  func reply<Method: ControlMethod>(
    to method: Method
  ) throws(ClientError) -> Method.Reply {
    try calls.reply(to: method)
  }

  /// Reports a task's new title and completed share, as far as `report` contains them. Returns `false` if the daemon
  /// accepts no more reports of the run.
  func report(_ report: TaskReport, of run: Int64) -> Bool {
    do throws(BGTaskScheduler.Error) {
      if let shown = report.title?.accepted {
        _ = try call(ReportRun(run: run, title: shown.title, subtitle: shown.subtitle))
      }
      if let share = report.share { _ = try call(ReportRun(run: run, share: share)) }
      return true
    } catch {
      // After a reconnection the current progress is reported.
      if error.code == .unavailable { return true }
      Log.write("the daemon accepts no more reports on a task: \(error.localizedDescription)")
      return false
    }
  }
}
