import ArgumentParser
import Control
import Scheduling
import Terminal

/// A remote notification for an app, as a file or standard input has it.
struct PushOptions: ParsableArguments {
  @Argument(help: "The app's id, such as com.example.mail.")
  var id: String

  @Argument(
    help: ArgumentHelp(
      #"A file with the JSON of the notification, such as {"aps": {"content-available": 1}}; - is standard input."#,
      valueName: "payload.json"))
  var payload: String

  func call() throws(Failure) -> Submit {
    // Too long for the daemon, and not for what it says about that.
    let text = try TextFile.read(payload, limit: TaskClass.longestPayload * 4)
    return Submit(
      app: id, kind: Kind.push.rawValue,
      task: TaskClassInfo(category: TaskClass.Category.push.rawValue, payload: text))
  }
}

struct PushVerb: Verb {
  static let configuration = CommandConfiguration(
    commandName: "push",
    abstract: "Queue a remote notification for an app, in the place of one that waits.",
    discussion: """
      The app's application(_:didReceiveRemoteNotification:fetchCompletionHandler:) is called as soon as the device \
      and the app's quota allow, at once while its user looks at it, and never while it is force-quit.
      """)

  @OptionGroup var push: PushOptions
  @OptionGroup var connection: ConnectionOptions

  func perform(_ session: Session) throws(Failure) {
    let reply = try session.call(push.call())
    try session.answer(reply, now: reply.request.submitted) { screen in
      [SubmitAnswer(reply, signal: "TERM", screen: screen).text]
    }
  }
}

struct SimulatePushVerb: Verb {
  static let configuration = CommandConfiguration(
    commandName: "simulate-push",
    abstract: "Deliver a remote notification to an app now: push, and run --force.")

  @OptionGroup var push: PushOptions

  @Flag(help: "Wait for it to end; exit 0 only if it completed.")
  var wait = false

  @OptionGroup var connection: ConnectionOptions

  func perform(_ session: Session) throws(Failure) {
    let reply = try session.call(push.call())
    // In front it has begun already.
    if let run = reply.request.run {
      return try RunVerb.report(
        RunNow.Reply(run: run), of: reply.request.id, owner: nil, waits: wait, session)
    }
    let run = RunNow(id: reply.request.id, app: push.id, mode: "force")
    try RunVerb.start(run, waits: wait, session)
  }
}

struct SimulateFetchVerb: Verb {
  static let configuration = CommandConfiguration(
    commandName: "simulate-fetch",
    abstract: "Let an app fetch now, which asked for it by an interval: run --force.")

  @Argument(help: "The app's id, such as com.example.mail.")
  var id: String

  @Flag(help: "Wait for it to end; exit 0 only if it completed.")
  var wait = false

  @OptionGroup var connection: ConnectionOptions

  func perform(_ session: Session) throws(Failure) {
    let call = RunNow(id: TaskClass.fetchIdentifier, app: id, mode: "force")
    try RunVerb.start(call, waits: wait, session)
  }
}
