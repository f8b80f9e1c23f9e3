import ArgumentParser
import Control
import Terminal

struct QuotaVerb: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "quota", abstract: "Show or reset the background quotas of apps.",
    subcommands: [QuotaShowVerb.self, QuotaResetVerb.self],
    defaultSubcommand: QuotaShowVerb.self)
}

/// The apps whose quotas are shown.
struct QuotaOptions: ParsableArguments {
  @Argument(help: "App id (default: all apps).")
  var id: String?

  @OptionGroup var owner: OwnerOptions

  @Flag(help: "Select apps of all users.")
  var allUsers = false

  @OptionGroup var connection: ConnectionOptions

  /// Returns the quotas of the apps that the options select.
  func quotas(_ session: Session) throws(Failure) -> [QuotaInfo] {
    let call = ListQuotas(id: id, owner: try owner.uid(), allUsers: allUsers ? true : nil)
    return try session.call(call).quotas
  }
}

struct QuotaShowVerb: Verb {
  static let onlyReads = true
  static let configuration = CommandConfiguration(
    commandName: "show", abstract: "Show tier, use and limits of all apps, or of one.")

  @OptionGroup var options: QuotaOptions
  var connection: ConnectionOptions { options.connection }

  /// Prints a table of all quotas, or a card for the named app.
  func perform(_ session: Session) throws(Failure) {
    let quotas = try options.quotas(session)
    let device = try session.call(GetDevice())
    let ownerName: ((Int64) -> String)? = options.allUsers ? { Users.name($0) } : nil
    try session.printAnswer(quotas) { screen in
      let lines =
        options.id == nil
        ? QuotaTable.lines(quotas, owner: ownerName, on: screen)
        : quotas.flatMap { QuotaTable.card($0, owner: ownerName, on: screen) }
      return lines + RefreshNotice.lines(device, on: screen)
    }
  }
}

struct QuotaResetVerb: Verb {
  static let configuration = CommandConfiguration(
    commandName: "reset",
    abstract: "Reset the used quotas of apps; their tiers stay. For root and the group rubato.")

  @OptionGroup var options: QuotaOptions
  var connection: ConnectionOptions { options.connection }

  /// Resets the used quota of each selected app, and prints their ids.
  func perform(_ session: Session) throws(Failure) {
    let quotas = try options.quotas(session)
    for quota in quotas {
      _ = try session.call(ResetQuota(id: quota.id, owner: quota.owner))
    }
    try session.printAnswer(quotas.map(\.id)) { _ in
      quotas.isEmpty ? ["No apps are registered."] : quotas.map { "Reset: \($0.id)." }
    }
  }
}

struct AppTierVerb: Verb {
  static let configuration = CommandConfiguration(
    commandName: "tier",
    abstract:
      "Override an app's tier; auto derives it from use again. For root and the group rubato.",
    usage: "rubatoctl app tier <tier>|auto <id>")

  @Argument(help: "exempted, active, working, frequent, rare, restricted, never or auto.")
  var tier: String

  @OptionGroup var app: AppOptions
  var connection: ConnectionOptions { app.connection }

  /// Overrides the tier of the app, or ends the override with `auto`.
  func perform(_ session: Session) throws(Failure) {
    let call = SetTier(
      id: app.id, owner: try app.owner.uid(), tier: tier == "auto" ? nil : tier)
    let reply = try session.call(call)
    try session.printAnswer(reply) { _ in
      ["The tier of \(app.id) \(tier == "auto" ? "follows its use" : "is \(tier)")."]
    }
  }
}
