import ArgumentParser
import Control
import Terminal
import Vocabulary

/// The requests to pause or to resume.
struct PausedOptions: ParsableArguments {
  @Argument(
    help: ArgumentHelp(
      "Request ids, or patterns such as 'encode-*' (default: all requests).", valueName: "id"),
    completion: RequestNames.completion)
  var ids: [String] = []

  @Option(
    help: ArgumentHelp("Only requests of this kind; can be repeated.", valueName: "kind"),
    completion: .list(Kind.allCases.map(\.rawValue)))
  var kind: [String] = []

  @Option(help: ArgumentHelp("Only requests of this app.", valueName: "id"))
  var app: String?

  @OptionGroup var owner: OwnerOptions

  @Flag(help: "Requests of all users (the default for root without --owner).")
  var allUsers = false

  /// Refuses `--all-users` in combination with `--owner`.
  mutating func validate() throws {
    if allUsers, owner.owner != nil {
      throw ValidationError("--all-users and --owner exclude each other")
    }
  }

  /// Whether all users' requests are covered, which is root's default; `nil` if not.
  var asksForAllUsers: Bool? {
    allUsers || (Users.isRoot && owner.owner == nil) ? true : nil
  }

  /// Returns the ids, with those of the matching requests in the place of each pattern, and the app of all of them;
  /// `nil` if none is named. Throws a refusal if they name several apps, since a pause has one.
  ///
  /// - Parameters:
  ///   - source: The requests that a pattern can match.
  ///   - verb: The action as the beginning of a question, such as `Pause`.
  func selected(
    from source: RequestPattern.Source, to verb: String, _ session: Session
  ) throws(Failure) -> (ids: [String], app: String?) {
    let names = try RequestPattern.expand(
      ids, in: source, app: app, owner: try owner.uid(), allUsers: asksForAllUsers, to: verb,
      session)
    let requests = names.map { RequestNames.split($0, app) }
    let selectedApp = requests.first?.app ?? app
    guard requests.allSatisfy({ $0.app == selectedApp }) else {
      throw .usage(
        "these requests belong to several apps; use one command for each app, with --app")
    }
    return (requests.map(\.id), selectedApp)
  }

  var namesSome: Bool {
    !ids.isEmpty || !kind.isEmpty || app != nil || owner.owner != nil || allUsers
  }
}
