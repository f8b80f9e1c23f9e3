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

  @Option(
    help: ArgumentHelp("Only requests of this group.", valueName: "name"),
    completion: RequestNames.completionOfGroups)
  var group: String?

  @OptionGroup var tagged: TagOptions

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

  /// The largest number of requests that a pause can name.
  private static let mostIDs = 100

  /// Whether requests are selected by a pattern or a tag.
  var isExpanded: Bool { !tagged.isEmpty || ids.contains(where: RequestPattern.isPattern) }

  /// Returns the ids to pause, with those of the matching requests in the place of each pattern or
  /// of the tags, and the app of all of them; `nil` if none is named. Throws a refusal if patterns
  /// and tags name more than a pause can, or if the requests are of several apps.
  func selected(_ session: Session) throws(Failure) -> (ids: [String], app: String?) {
    guard isExpanded else { return try ofOneApp(ids) }
    try checkKinds()
    let tags = try tagged.names()
    let known = try queuedNames(tags, session)
    let names = try RequestPattern.expand(ids, among: known, tags: tags, .queued)
    if names.count > Self.mostIDs {
      throw .refused(
        "'\((ids + tags).joined(separator: " ").visible)' matches \(names.count) requests,"
          + " and a pause names at most \(Self.mostIDs); use --kind, --group or --app, or a narrower pattern"
      )
    }
    let selected = try ofOneApp(names)
    try RequestPattern.ask(to: "Pause", names.count, session)
    return selected
  }

  /// Returns the names of the queued requests that have one of the tags, and that the other options select.
  func queuedNames(_ tags: [String], _ session: Session) throws(Failure) -> [String] {
    try RequestPattern.names(
      in: .queued, app: app, owner: try owner.uid(), allUsers: asksForAllUsers, kinds: kind,
      group: group, tags: tags, session)
  }

  /// Throws a refusal of a kind that does not exist, which no request matches.
  func checkKinds() throws(Failure) {
    for text in kind where Kind(rawValue: text) == nil {
      throw .notAllowed(
        "--kind", text, allowed: Kind.allCases.map(\.rawValue).joined(separator: ", "))
    }
  }

  /// Returns the ids of these names, and the app of all of them; `nil` if none is named. Throws a
  /// refusal if they name several apps, since a pause has one.
  func ofOneApp(_ names: [String]) throws(Failure) -> (ids: [String], app: String?) {
    let requests = names.map { RequestNames.split($0, app) }
    let selectedApp = requests.first?.app ?? app
    guard requests.allSatisfy({ $0.app == selectedApp }) else {
      throw .usage(
        "these requests belong to several apps; use one command for each app, with --app")
    }
    return (requests.map(\.id), selectedApp)
  }

  var namesSome: Bool {
    !ids.isEmpty || !kind.isEmpty || app != nil || group != nil || owner.owner != nil || allUsers
  }
}
