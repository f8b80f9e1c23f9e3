import ArgumentParser
import Control
import Terminal

struct AppVerb: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "app",
    abstract: "Install or register apps, show them, and report how they are used.",
    subcommands: [
      AppListVerb.self, AppShowVerb.self, AppInstallVerb.self, AppSimulateVerb.self,
      AppRegisterVerb.self,
      AppOpenVerb.self, AppOpenedVerb.self,
      AppClosedVerb.self, AppForceQuitVerb.self, AppRefreshVerb.self, AppAllowVerb.self,
      AppDenyVerb.self, AppTierVerb.self,
      AppRemoveVerb.self,
    ],
    defaultSubcommand: AppListVerb.self)
}

struct AppListVerb: Verb {
  static let onlyReads = true
  static let configuration = CommandConfiguration(
    commandName: "list", abstract: "List registered apps.")

  @OptionGroup var owner: OwnerOptions

  @Flag(help: "Show apps of all users.")
  var allUsers = false

  @OptionGroup var connection: ConnectionOptions

  /// Prints the apps, and a notice if Background App Refresh is off for all apps.
  func perform(_ session: Session) throws(Failure) {
    let call = ListApps(owner: try owner.uid(), allUsers: allUsers ? true : nil)
    let apps = try session.call(call).apps
    let device = try session.call(GetDevice())
    let ownerName: ((Int64) -> String)? = allUsers ? { Users.name($0) } : nil
    try session.printAnswer(apps) {
      AppTable.lines(apps, owner: ownerName, on: $0) + RefreshNotice.lines(device, on: $0)
    }
  }
}

/// An app, by its id.
struct AppOptions: ParsableArguments {
  @Argument(help: "App id, such as com.example.mail.")
  var id: String

  @OptionGroup var owner: OwnerOptions
  @OptionGroup var connection: ConnectionOptions
}

struct AppShowVerb: Verb {
  static let onlyReads = true
  static let configuration = CommandConfiguration(
    commandName: "show", abstract: "Show one app in full.")

  @OptionGroup var app: AppOptions
  var connection: ConnectionOptions { app.connection }

  private static let shownRuns: Int64 = 10

  /// Prints the app with its quota and its newest runs. Throws if the app does not exist.
  func perform(_ session: Session) throws(Failure) {
    let call = ListApps(id: app.id, owner: try app.owner.uid())
    guard let selected = try session.call(call).apps.first else {
      throw .refused(
        error: ControlError.notFound.rawValue,
        ControlError.Parameters(
          field: "id", value: app.id,
          message: "app '\(app.id)' not found; list all apps with `rubatoctl app list`"))
    }
    let quota = try session.call(ListQuotas(id: app.id, owner: selected.owner)).quotas.first
    let runs = try session.call(
      Runs(app: app.id, owner: selected.owner, limit: Self.shownRuns)
    ).runs
    let report = AppReport(selected, quota: quota, runs: runs)
    let device = try session.call(GetDevice())
    try session.printAnswer(report) {
      AppCard.lines(report, owner: Users.name, on: $0) + RefreshNotice.lines(device, on: $0)
    }
  }
}

struct AppRegisterVerb: Verb {
  static let configuration = CommandConfiguration(
    commandName: "register", abstract: "Register an app, or change the tasks that it may submit.")

  @Argument(help: "App id, such as com.example.mail.")
  var id: String

  @Option(
    help: ArgumentHelp(
      "Task identifiers that the app may submit (default: any).", valueName: "list"))
  var permits: [String] = []

  @Option(help: ArgumentHelp("Background modes, such as fetch,processing.", valueName: "list"))
  var modes: [String] = []

  @OptionGroup var connection: ConnectionOptions

  /// Registers the app, and prints the differences from its previous registration if it has one.
  func perform(_ session: Session) throws(Failure) {
    let call = RegisterApp(
      id: id, permittedIdentifiers: try OptionValue.words(permits, of: "--permits"),
      backgroundModes: try OptionValue.words(modes, of: "--modes"))
    let previous = try session.call(ListApps()).apps.first { $0.id == id }
    do throws(Failure) {
      let app = try session.call(call).app
      try session.printAnswer(app) { _ in [RegistrationText.sentence(app, after: previous)] }
    } catch {
      throw error.naming(["permittedIdentifiers": "--permits", "backgroundModes": "--modes"])
    }
  }
}

struct AppRemoveVerb: Verb {
  static let configuration = CommandConfiguration(
    commandName: "remove", abstract: "Remove an app and its requests.")

  @OptionGroup var app: AppOptions
  var connection: ConnectionOptions { app.connection }

  /// Removes the registration of the app.
  func perform(_ session: Session) throws(Failure) {
    let reply = try session.call(RemoveApp(id: app.id, owner: try app.owner.uid()))
    try session.printAnswer(reply) { _ in ["Removed: \(app.id)."] }
  }
}
