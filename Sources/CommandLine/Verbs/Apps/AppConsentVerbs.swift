import ArgumentParser
import Control
import Terminal

struct AppAllowVerb: Verb {
  static let configuration = CommandConfiguration(
    commandName: "allow", abstract: "Grant an app a permission that needs the user's consent.",
    discussion: """
      observe: wake the app when an observed path or key changes, also after a force-quit and while Background App \
      Refresh is off. notify: show notifications. `rubatoctl app show` lists the granted permissions.
      """)

  @OptionGroup var consent: ConsentOptions
  var connection: ConnectionOptions { consent.connection }

  func perform(_ session: Session) throws(Failure) {
    try consent.setPermission("allow", "\(consent.id) may \(consent.permission).", session)
  }
}

struct AppDenyVerb: Verb {
  static let configuration = CommandConfiguration(
    commandName: "deny", abstract: "Revoke a permission granted with `rubatoctl app allow`.",
    discussion: "Revoking notify also withdraws the waiting notifications of the app.")

  @OptionGroup var consent: ConsentOptions
  var connection: ConnectionOptions { consent.connection }

  func perform(_ session: Session) throws(Failure) {
    try consent.setPermission("deny", "\(consent.id) may not \(consent.permission).", session)
  }
}

/// A permission of one app.
struct ConsentOptions: ParsableArguments {
  @Argument(help: "App id, such as com.example.mail.")
  var id: String

  @Argument(help: "Permission: observe or notify.")
  var permission: String

  @OptionGroup var owner: OwnerOptions
  @OptionGroup var connection: ConnectionOptions

  /// The end of the event's name for each permission.
  private static let eventNames = ["observe": "Observe", "notify": "Notify"]

  /// Grants or revokes the permission of the app and prints `sentence`. The events of `ReportApp` for this are
  /// `allowObserve`, `denyNotify` and so on. Throws if the permission is unknown.
  ///
  /// - Parameter prefix: The start of the event's name: `allow` or `deny`.
  func setPermission(_ prefix: String, _ sentence: String, _ session: Session) throws(Failure) {
    guard let eventName = Self.eventNames[permission] else {
      throw .notAllowed(
        "permission", permission, allowed: Self.eventNames.keys.sorted().joined(separator: ", "))
    }
    let reply = try session.call(
      ReportApp(id: id, owner: try owner.uid(), event: prefix + eventName))
    try session.printAnswer(reply) { _ in [sentence] }
  }
}
