import ArgumentParser
import Control
import Terminal

struct AppAllowVerb: Verb {
  static let configuration = CommandConfiguration(
    commandName: "allow", abstract: "Allow an app what it may do with its user's consent only.",
    discussion: """
      observe: to be woken when what it observes has changed, also after it was force-quit and while Background App \
      Refresh is off. notify: to show notifications. `rubatoctl app show` lists what is allowed.
      """)

  @OptionGroup var consent: ConsentOptions
  var connection: ConnectionOptions { consent.connection }

  func perform(_ session: Session) throws(Failure) {
    try consent.report("allow", "\(consent.id) may \(consent.what).", session)
  }
}

struct AppDenyVerb: Verb {
  static let configuration = CommandConfiguration(
    commandName: "deny", abstract: "Take back what was allowed with `rubatoctl app allow`.",
    discussion: "Without notify, the notifications of the app that wait are taken back.")

  @OptionGroup var consent: ConsentOptions
  var connection: ConnectionOptions { consent.connection }

  func perform(_ session: Session) throws(Failure) {
    try consent.report("deny", "\(consent.id) may not \(consent.what).", session)
  }
}

/// A permission of one app.
struct ConsentOptions: ParsableArguments {
  @Argument(help: "The app's id, such as com.example.mail.")
  var id: String

  @Argument(help: "What it may do: observe or notify.")
  var what: String

  @OptionGroup var owner: OwnerOptions
  @OptionGroup var connection: ConnectionOptions

  private static let events = ["observe": "Observe", "notify": "Notify"]

  func report(_ prefix: String, _ sentence: String, _ session: Session) throws(Failure) {
    guard let event = Self.events[what] else {
      throw .notAllowed("what", what, allowed: Self.events.keys.sorted().joined(separator: ", "))
    }
    let reply = try session.call(
      ReportApp(id: id, owner: try owner.uid(), event: prefix + event))
    try session.answer(reply) { _ in [sentence] }
  }
}
