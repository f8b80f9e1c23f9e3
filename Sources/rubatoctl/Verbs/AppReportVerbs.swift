import ArgumentParser
import Control
import Terminal

struct AppOpenedVerb: Verb {
  static let configuration = CommandConfiguration(
    commandName: "opened", abstract: "Tell that the user opened it.")

  @OptionGroup var app: AppOptions
  var connection: ConnectionOptions { app.connection }

  func perform(_ session: Session) throws(Failure) {
    try app.report("opened", "\(app.id) is in the foreground.", session)
  }
}

struct AppClosedVerb: Verb {
  static let configuration = CommandConfiguration(
    commandName: "closed", abstract: "Tell that it went to the background.")

  @OptionGroup var app: AppOptions
  var connection: ConnectionOptions { app.connection }

  func perform(_ session: Session) throws(Failure) {
    try app.report("closed", "\(app.id) is in the background.", session)
  }
}

struct AppForceQuitVerb: Verb {
  static let configuration = CommandConfiguration(
    commandName: "force-quit",
    abstract: "Tell that the user swiped it away: nothing of it runs until it is opened.")

  @OptionGroup var app: AppOptions
  var connection: ConnectionOptions { app.connection }

  func perform(_ session: Session) throws(Failure) {
    try app.report(
      "forceQuit", "\(app.id) was force-quit; nothing of it runs until it is opened.", session)
  }
}

struct AppRefreshVerb: Verb {
  static let configuration = CommandConfiguration(
    commandName: "refresh", abstract: "Its Background App Refresh switch.",
    usage: "rubatoctl app refresh on|off <id>")

  @Argument(help: "on or off.")
  var position: String

  @OptionGroup var app: AppOptions
  var connection: ConnectionOptions { app.connection }

  /// Either order says what is meant.
  mutating func validate() throws {
    if app.id == "on" || app.id == "off" { (position, app.id) = (app.id, position) }
  }

  func perform(_ session: Session) throws(Failure) {
    guard position == "on" || position == "off" else {
      throw .notAllowed("refresh", position, allowed: "on or off")
    }
    try app.report(
      position == "on" ? "refreshOn" : "refreshOff",
      "Background App Refresh of \(app.id) is \(position).", session)
  }
}

extension AppOptions {
  fileprivate func report(
    _ event: String, _ sentence: String, _ session: Session
  ) throws(Failure) {
    let reply = try session.call(ReportApp(id: id, owner: try owner.uid(), event: event))
    try session.answer(reply) { _ in [sentence] }
  }
}
