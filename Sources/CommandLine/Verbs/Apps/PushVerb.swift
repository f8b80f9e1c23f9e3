import ArgumentParser
import Control
import Terminal
import Vocabulary

/// A remote notification for an app, from a file or standard input.
struct PushOptions: ParsableArguments {
  @Argument(help: "App id, such as com.example.mail.")
  var id: String

  @Argument(
    help: ArgumentHelp(
      #"File with the JSON of the notification, such as {"aps": {"content-available": 1}}; - is standard input."#,
      valueName: "payload.json"))
  var payload: String

  /// Returns the call that queues the notification with the payload from the file. Throws if the file cannot be read.
  private func submission() throws(Failure) -> Submit {
    // The limit lets too long a text reach the daemon, which reports the error.
    let text = try TextFile.read(payload, limit: TaskCategory.longestPayload * 4)
    return Submit(
      app: id, kind: Kind.push.rawValue,
      task: TaskClassInfo(category: TaskCategory.push.rawValue, payload: text))
  }

  /// Queues the notification. A refusal of its payload names the file.
  func submit(_ session: Session) throws(Failure) -> Submit.Reply {
    let call = try submission()
    do throws(Failure) {
      return try session.call(call)
    } catch {
      throw error.naming(["task.payload": payload == "-" ? "standard input" : payload])
    }
  }
}

struct PushVerb: Verb {
  static let configuration = CommandConfiguration(
    commandName: "push",
    abstract: "Queue a remote notification for an app; it replaces a waiting one.",
    discussion: """
      The app's application(_:didReceiveRemoteNotification:fetchCompletionHandler:) is called as soon as the device \
      and the app's quota allow: immediately while the app is in the foreground, and never while it is force-quit.
      """)

  @OptionGroup var push: PushOptions
  @OptionGroup var connection: ConnectionOptions

  /// Queues the notification, and prints its request.
  func perform(_ session: Session) throws(Failure) {
    let reply = try push.submit(session)
    try session.printAnswer(reply, now: reply.request.submitted) { screen in
      [SubmitAnswer(reply, screen: screen).text]
    }
  }
}

struct SimulatePushVerb: Verb {
  static let configuration = CommandConfiguration(
    commandName: "simulate-push",
    abstract: "Deliver a remote notification to an app now; same as push, then run --force.",
    discussion: ExitCodes.withWait)

  @OptionGroup var push: PushOptions

  @Flag(help: "Wait for the end of the run; exit 0 only if it completed.")
  var wait = false

  @OptionGroup var connection: ConnectionOptions

  /// Queues the notification and starts its run, or uses the run that the daemon has already started for it.
  func perform(_ session: Session) throws(Failure) {
    let earlierRun = try newestRun(session)
    let pushed = try push.submit(session).request
    // A run with a number up to `earlierRun` is that of an earlier notification.
    let currentRun = pushed.run ?? 0
    let isStarted = currentRun > earlierRun
    let run = isStarted ? currentRun : try startRun(after: earlierRun, session)
    try RunVerb.report(
      RunNow.Reply(run: run), of: pushed.id, owner: nil, Waiting(isWanted: wait), session)
  }

  /// Starts the notification's run, unless the daemon starts it first, and returns the number of the run.
  ///
  /// - Parameter earlierRun: The number of the newest run before the notification was queued.
  private func startRun(after earlierRun: Int64, _ session: Session) throws(Failure) -> Int64 {
    do throws(Failure) {
      let call = RunNow(id: TaskCategory.pushIdentifier, app: push.id, mode: "force")
      return try session.call(call).run
    } catch {
      // The daemon may have started the run itself, so that none is waiting.
      let run = try newestRun(session)
      guard run > earlierRun else { throw error }
      return run
    }
  }

  /// Returns the number of the newest run for a notification of the app; 0 if there is none.
  private func newestRun(_ session: Session) throws(Failure) -> Int64 {
    let runs = try session.call(Runs(app: push.id)).runs
    return runs.first { $0.id == TaskCategory.pushIdentifier }?.run ?? 0
  }
}

struct SimulateFetchVerb: Verb {
  static let configuration = CommandConfiguration(
    commandName: "simulate-fetch",
    abstract: "Start an app's pending background fetch now; same as run --force.",
    discussion: ExitCodes.withWait)

  @Argument(help: "App id, such as com.example.mail.")
  var id: String

  @Flag(help: "Wait for the end of the run; exit 0 only if it completed.")
  var wait = false

  @OptionGroup var connection: ConnectionOptions

  /// Starts the app's fetch regardless of its conditions, and reports its run.
  func perform(_ session: Session) throws(Failure) {
    let call = RunNow(id: TaskCategory.fetchIdentifier, app: id, mode: "force")
    try RunVerb.start(call, Waiting(isWanted: wait), session)
  }
}
