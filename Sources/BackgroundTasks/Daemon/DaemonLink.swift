import Control
import Foundation
import Varlink

/// The connections to the daemon: one on which it hands tasks over, read by a thread of its own, and one for calls, which
/// are made by whoever makes them, one at a time.
///
/// Its state is guarded by `state`, and the connection for calls by `calling`.
final class DaemonLink: @unchecked Sendable {
  private enum Phase {
    case attaching
    case attached(process: Int64, app: String)
    /// The daemon does not take this process, and says why.
    case refused(BGTaskScheduler.Error)
  }

  /// How long a daemon that is stopped may take to leave its mark; after that it has died, and behind a socket of
  /// systemd's it is there again without any change in the directory.
  private static let restart = Duration.seconds(1)

  /// How long an answer may take.
  private static let patience = Duration.seconds(5)

  private let bundle: AppBundle
  private let environment: LaunchEnvironment
  private let state = NSCondition()
  private var phase = Phase.attaching
  private var hasFinishedLaunching = false
  /// What is complete, and what the daemon could not be told yet.
  private var owed: [(run: Int64, success: Bool)] = []

  private let calling = NSLock()
  private var client: Client?

  init(_ bundle: AppBundle, _ environment: LaunchEnvironment) {
    self.bundle = bundle
    self.environment = environment
  }

  // MARK: Attaching

  /// Attaches, and hands what the daemon says to `center`.
  func start(_ center: TaskCenter) {
    let thread = Thread { [self] in follow(center) }
    thread.name = "BackgroundTasks"
    thread.start()
  }

  /// Stays attached as long as the process lives. While there is no daemon it waits for its socket.
  private func follow(_ center: TaskCenter) {
    let watch = SocketWatch(environment.socket)
    while true {
      watch.arm()
      do throws(ClientError) {
        try attach(center)
      } catch {
        if case .remote(let refusal) = error, !refusal.isUnavailable {
          return refuse(BGTaskScheduler.Error(refusal))
        }
      }
      watch.wait(atMost: lose() ? Self.restart : nil)
    }
  }

  private func attach(_ center: TaskCenter) throws(ClientError) {
    let stream = try Client(connectingTo: environment.socket)
    let declaration = bundle.declaration
    let call = AttachApp(
      id: bundle.identifier ?? environment.app, program: bundle.executable,
      token: environment.token, permittedIdentifiers: declaration?.permittedIdentifiers,
      backgroundModes: declaration?.backgroundModes, entitlements: declaration?.entitlements)
    try stream.more(AttachApp.fullName, call, as: AttachApp.Reply.self) { reply in
      take(reply, center)
      return .goOn
    }
  }

  private func take(_ reply: AttachApp.Reply, _ center: TaskCenter) {
    switch reply.event {
    case "attached": note(process: reply.process, app: reply.app?.id ?? "")
    case "task":
      if let task = reply.task { center.take(run: task.run, identifier: task.id, kind: task.kind) }
    case "expire":
      if let run = reply.run { center.expire(run: run) }
    // A later daemon may have more to say.
    default: break
    }
  }

  private func note(process: Int64, app: String) {
    let (isLaunched, owed) = state.withLock {
      phase = .attached(process: process, app: app)
      defer { self.owed = [] }
      state.broadcast()
      return (hasFinishedLaunching, self.owed)
    }
    // Not on this thread, which the answer would keep from hearing of tasks.
    DispatchQueue.global().async { [self] in
      if isLaunched { tellLaunched(process) }
      for completion in owed { complete(completion.run, success: completion.success) }
    }
  }

  /// The connection is lost. Returns whether there was one.
  private func lose() -> Bool {
    calling.withLock { client = nil }
    return state.withLock {
      defer { phase = .attaching }
      if case .attached = phase { return true }
      return false
    }
  }

  private func refuse(_ error: BGTaskScheduler.Error) {
    Log.write("the daemon does not take this process as an app's: \(error.localizedDescription)")
    state.withLock {
      phase = .refused(error)
      state.broadcast()
    }
  }

  func finishLaunching() {
    let process: Int64? = state.withLock {
      hasFinishedLaunching = true
      if case .attached(let process, _) = phase { return process }
      return nil
    }
    guard let process else { return }
    DispatchQueue.global().async { [self] in tellLaunched(process) }
  }

  private func tellLaunched(_ process: Int64) {
    do throws(BGTaskScheduler.Error) {
      _ = try call(FinishLaunch(process: process))
    } catch {
      Log.write(
        "the daemon was not told that the launch has finished: \(error.localizedDescription)")
    }
  }

  /// The identifier of the app, once it is attached.
  private func app() throws(BGTaskScheduler.Error) -> String {
    let deadline = Date(timeIntervalSinceNow: 5)
    state.lock()
    defer { state.unlock() }
    while true {
      switch phase {
      case .attached(_, let app): return app
      case .refused(let error): throw error
      case .attaching:
        if SocketWatch.isMissing(environment.socket) || !state.wait(until: deadline) {
          throw noDaemon("no daemon answers at \(environment.socket)")
        }
      }
    }
  }

  private func noDaemon(_ problem: String) -> BGTaskScheduler.Error {
    BGTaskScheduler.Error(.unavailable, "\(problem); start it with: \(environment.startCommand)")
  }

  // MARK: Calls

  /// Makes a call, over a new connection where the present one is gone.
  private func call<Method: ControlMethod>(
    _ method: Method
  ) throws(BGTaskScheduler.Error) -> Method.Reply {
    calling.lock()
    defer { calling.unlock() }
    do throws(ClientError) {
      let client = try connected()
      return try client.call(Method.fullName, method, as: Method.Reply.self)
    } catch {
      if case .remote(let refusal) = error { throw BGTaskScheduler.Error(refusal) }
      throw noDaemon("\(error)")
    }
  }

  private func connected() throws(ClientError) -> Client {
    if let client, client.isOpen { return client }
    let made = try Client(connectingTo: environment.socket, timeout: Self.patience)
    client = made
    return made
  }

  func complete(_ run: Int64, success: Bool) {
    do throws(BGTaskScheduler.Error) {
      _ = try call(ReportRun(run: run, completed: success))
    } catch {
      guard error.code == .unavailable else {
        return Log.write("the daemon does not take a completion: \(error.localizedDescription)")
      }
      state.withLock { owed.append((run, success)) }
    }
  }

  func submit(_ request: BGTaskRequest, kind: String) throws(BGTaskScheduler.Error) {
    // A moment that is past by the time it arrives is no earliest one.
    let earliest = request.earliestBeginDate.flatMap { $0 > Date() ? Moment.text($0) : nil }
    _ = try call(
      Submit(
        id: request.identifier, app: try app(), kind: kind, earliest: earliest,
        requires: request.conditions))
  }

  func cancel(_ identifier: String) {
    do throws(BGTaskScheduler.Error) {
      _ = try call(Cancel(id: identifier, app: try app(), keepRunning: true))
    } catch {
      // What is not queued needs no cancelling.
      if error.code == .unavailable { Log.write(error.localizedDescription) }
    }
  }

  func pending() -> [BGTaskRequest] {
    do throws(BGTaskScheduler.Error) {
      return try call(List(app: try app())).requests.filter { $0.run == nil }
        .compactMap(BGTaskRequest.pending)
    } catch {
      Log.write("the queued requests are not known: \(error.localizedDescription)")
      return []
    }
  }
}

extension RemoteError {
  private struct Parameters: Decodable {
    var message: String?
  }

  fileprivate var isUnavailable: Bool { name.hasSuffix(".\(ControlError.unavailable.rawValue)") }

  /// The daemon's sentence.
  fileprivate var sentence: String {
    (try? parameters.decode(as: Parameters.self).message) ?? "\(self)"
  }
}

extension BGTaskScheduler.Error {
  fileprivate init(_ refusal: RemoteError) {
    let code: Code =
      switch refusal.name.split(separator: ".").last.flatMap({ ControlError(rawValue: String($0)) })
      {
      case .unavailable: .unavailable
      case .limitReached: .tooManyPendingTaskRequests
      default: .notPermitted
      }
    self.init(code, refusal.sentence)
  }
}
