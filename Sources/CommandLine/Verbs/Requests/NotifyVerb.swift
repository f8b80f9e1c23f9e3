import ArgumentParser
import Control
import Terminal
import Vocabulary

struct NotifyVerb: Verb {
  static let configuration = CommandConfiguration(
    commandName: "notify",
    abstract: "Show a notification in your session at a date.",
    discussion: """
      The notification service of your session shows the notification at the date, in any state of the device. If \
      you are not logged in at the date, it is shown after your next login, with its delay.
      """)

  @Argument(help: "Title of the notification.")
  var title: String

  @Argument(help: "Text below the title.")
  var body: String?

  @Option(
    help: ArgumentHelp("Date, time, or duration from now.", valueName: "time"))
  var at: String

  @Option(
    help: ArgumentHelp(
      "Repeat after each interval, such as 1d, at the same time of day; month or year: on the same day of each.",
      valueName: "duration"))
  var every: String?

  @Option(help: "Id for cancel and show; a waiting notification with this id is replaced.")
  var id: String?

  @OptionGroup var connection: ConnectionOptions

  /// Queues the notification and prints the request. `--every` is a rule of the calendar if it is `month` or `year`,
  /// else a duration.
  func perform(_ session: Session) throws(Failure) {
    let calendarRules = ["month": "monthly", "year": "yearly"]
    let calendarRule = every.flatMap { calendarRules[$0] }
    let interval = try calendarRule == nil ? OptionValue.seconds(every, of: "--every") : nil
    // The daemon accepts notifications only in this kind.
    let call = Submit(
      id: id, kind: Kind.userInitiated.rawValue,
      task: TaskClassInfo(
        category: TaskCategory.notification.rawValue, title: title, body: body,
        repeats: calendarRule),
      earliest: try session.universalTime(at), every: interval)
    let reply: Submit.Reply
    do throws(Failure) {
      reply = try session.call(call)
    } catch {
      throw error.naming(["earliest": "--at", "every": "--every"], typed: ["earliest": at])
    }
    try session.printAnswer(reply, now: reply.request.submitted) { screen in
      [SubmitAnswer(reply, screen: screen).text]
    }
  }
}
