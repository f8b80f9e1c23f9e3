import ArgumentParser
import Control
import Terminal

struct AppOpenedVerb: Verb {
  static let configuration = CommandConfiguration(
    commandName: "opened", abstract: "Report that the user opened the app.")

  @OptionGroup var app: AppOptions
  var connection: ConnectionOptions { app.connection }

  func perform(_ session: Session) throws(Failure) {
    try app.reportEvent("opened", "\(app.id) is in the foreground.", session)
  }
}

struct AppClosedVerb: Verb {
  static let configuration = CommandConfiguration(
    commandName: "closed", abstract: "Report that the app went to the background.")

  @OptionGroup var app: AppOptions
  var connection: ConnectionOptions { app.connection }

  func perform(_ session: Session) throws(Failure) {
    try app.reportEvent("closed", "\(app.id) is in the background.", session)
  }
}

struct AppForceQuitVerb: Verb {
  static let configuration = CommandConfiguration(
    commandName: "force-quit",
    abstract: "Report that the user swiped the app away: none of its work runs until it is opened.")

  @OptionGroup var app: AppOptions
  var connection: ConnectionOptions { app.connection }

  /// Force-quits the app, and prints the consequence.
  func perform(_ session: Session) throws(Failure) {
    try app.reportEvent(
      "forceQuit", "\(app.id) was force-quit; none of its work runs until it is opened.", session)
  }
}

struct AppRefreshVerb: Verb {
  static let configuration = CommandConfiguration(
    commandName: "refresh",
    abstract: "Switch Background App Refresh on or off, for one app or for all.",
    usage: """
      rubatoctl app refresh on|off <id>
      rubatoctl app refresh on|off --all
      """,
    discussion: """
      An app does no background work while its own switch or the switch of all apps is off. The switch \
      of all apps is for root and the group rubato, and applies to every app of every user, including \
      apps registered later.
      """)

  @Argument(help: "on or off.")
  var position: String

  @Argument(help: "App id, such as com.example.mail.")
  var id: String?

  @Flag(help: "Set the switch of all apps.")
  var all = false

  @OptionGroup var owner: OwnerOptions
  @OptionGroup var connection: ConnectionOptions

  /// Accepts the two arguments in either order.
  mutating func validate() throws {
    let isSwapped = id == "on" || id == "off"
    if isSwapped, let id { (position, self.id) = (id, position) }
    let namesApp = id != nil
    if all == namesApp { throw ValidationError("Name an app, or all of them with --all.") }
    if all && owner.owner != nil {
      throw ValidationError("--all applies to every user; leave out --owner.")
    }
  }

  /// Sets the switch of the app, or with `--all` of all apps. Throws if the position is neither on nor off.
  func perform(_ session: Session) throws(Failure) {
    guard position == "on" || position == "off" else {
      throw .notAllowed("refresh", position, allowed: "on or off")
    }
    guard let id else { return try switchAll(session) }
    let event = position == "on" ? "refreshOn" : "refreshOff"
    let reply = try session.call(ReportApp(id: id, owner: try owner.uid(), event: event))
    try session.printAnswer(reply) { _ in ["Background App Refresh of \(id) is \(position)."] }
  }

  /// Switches Background App Refresh of all apps, and prints its new position.
  private func switchAll(_ session: Session) throws(Failure) {
    let reply = try session.call(SetDevice(values: ["background-refresh": position]))
    try session.printAnswer(reply) { _ in ["Background App Refresh is \(position) for all apps."] }
  }
}

extension AppOptions {
  /// Reports an event of the app to the daemon, and prints `sentence`.
  fileprivate func reportEvent(
    _ event: String, _ sentence: String, _ session: Session
  ) throws(Failure) {
    let reply = try session.call(ReportApp(id: id, owner: try owner.uid(), event: event))
    try session.printAnswer(reply) { _ in [sentence] }
  }
}
