import ArgumentParser
import Control
import Terminal
import Vocabulary

struct NotifyVerb: Verb {
  static let configuration = CommandConfiguration(
    commandName: "notify",
    abstract: "Show a notification in your session at a date.",
    discussion: """
      It is shown at that date whatever the device is like, by the notification service of your session. Where you \
      are not logged in then, it is shown when you next are, and says how late it is.
      """)

  @Argument(help: "What it says.")
  var title: String

  @Argument(help: "What it says below that.")
  var body: String?

  @Option(
    help: ArgumentHelp("The date: a date, a time, or a duration from now.", valueName: "time"))
  var at: String

  @Option(
    help: ArgumentHelp(
      "Again after each interval, such as 1d, at that time of day; month or year: on that day of each.",
      valueName: "duration"))
  var every: String?

  @Option(help: "Its id, for cancel and show; one that waits under it is replaced.")
  var id: String?

  @OptionGroup var connection: ConnectionOptions

  func perform(_ session: Session) throws(Failure) {
    let repeats = every.flatMap { ["month": "monthly", "year": "yearly"][$0] }
    let interval = try repeats == nil ? OptionValue.seconds(every, of: "--every") : nil
    let call = Submit(
      id: id, kind: Kind.userInitiated.rawValue,
      task: TaskClassInfo(
        category: TaskCategory.notification.rawValue, title: title, body: body,
        repeats: repeats),
      earliest: at, every: interval)
    let reply: Submit.Reply
    do throws(Failure) {
      reply = try session.call(call)
    } catch {
      throw error.naming(["earliest": "--at", "every": "--every"])
    }
    try session.answer(reply, now: reply.request.submitted) { screen in
      [SubmitAnswer(reply, screen: screen).text]
    }
  }
}
