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

  @OptionGroup var tagOptions: TagOptions

  @OptionGroup var owner: OwnerOptions

  @Flag(help: "Requests of all users (the default for root without --owner).")
  var allUsers = false

  /// Refuses `--all-users` in combination with `--owner`.
  mutating func validate() throws {
    if allUsers, owner.owner != nil {
      throw ValidationError("--all-users and --owner exclude each other")
    }
  }

  /// The member `allUsers` of calls: true with `--all-users`, and for root without `--owner`; otherwise `nil`, which
  /// leaves it out.
  var coversAllUsers: Bool? {
    allUsers || (Users.isRoot && owner.owner == nil) ? true : nil
  }

  /// The largest number of requests that a pause can name.
  private static let mostIDs = 100

  /// Whether requests are selected by a pattern or a tag, so that they must be looked up. Ids are passed on as typed.
  var selectsSeveral: Bool { !tagOptions.isEmpty || ids.contains(where: RequestPattern.isPattern) }

  /// The requests of one pause.
  struct Selection {
    var ids: [String]
    /// The app of all of them; `nil` if none is named.
    var app: String?
    /// The owner of all of them; `nil` for that of the options.
    var owner: Int64?
  }

  /// Returns the requests to pause, with the matching ones in the place of each pattern or of the tags. If these are of
  /// several users, each user has a pause of their own: it holds no request of another user with the same id. Throws a
  /// refusal if ids, patterns and tags name more than a pause can, or if the requests are of several apps.
  func selections(_ session: Session) throws(Failure) -> [Selection] {
    guard selectsSeveral else {
      // The daemon would refuse them without the options, and closes the connection if the call is too long.
      if ids.count > Self.mostIDs {
        throw .refused(
          "\(ids.count) ids are too many: a pause names at most \(Self.mostIDs); use --kind, --group or"
            + " --app, or several commands")
      }
      let typed = try idsOfOneApp(ids)
      return [Selection(ids: typed.ids, app: typed.app)]
    }
    try checkKinds()
    let tags = try tagOptions.names()
    let queuedRequests = try queued(tags, session)
    let names = try RequestPattern.expand(
      ids, among: queuedRequests.map(\.name), tags: tags, .queued)
    if names.count > Self.mostIDs {
      throw .refused(
        "'\((ids + tags).joined(separator: " ").visible)' matches \(names.count) requests,"
          + " and a pause names at most \(Self.mostIDs); use --kind, --group or --app, or a narrower pattern"
      )
    }
    // Requests of several apps are refused before the question.
    let selected = try idsOfOneApp(names)
    try RequestPattern.askConsent(to: "Pause", names.count, session)
    guard coversAllUsers == true else {
      return [Selection(ids: selected.ids, app: selected.app)]
    }
    return try selectionsOfUsers(names, queuedRequests, selected.app)
  }

  /// Returns a selection for each owner of a known request with one of the names, and one for the names of no known
  /// request, whose owner is that of the options.
  private func selectionsOfUsers(
    _ names: [String], _ known: [RequestPattern.KnownRequest], _ app: String?
  ) throws(Failure) -> [Selection] {
    var selections: [Selection] = []
    for owner in Set(known.map(\.owner)).sorted() {
      let namesOfOwner = Set(known.filter { $0.owner == owner }.map(\.name))
      let ids = try idsOfOneApp(names.filter(namesOfOwner.contains)).ids
      if !ids.isEmpty { selections.append(Selection(ids: ids, app: app, owner: owner)) }
    }
    // Typed ids that no queued request has are those of requests that may come.
    let futureNames = Set(names).subtracting(known.map(\.name))
    if !futureNames.isEmpty {
      let ids = try idsOfOneApp(names.filter(futureNames.contains)).ids
      selections.append(Selection(ids: ids, app: app))
    }
    return selections
  }

  /// Returns the queued requests that have one of the tags, and that the other options select.
  func queued(_ tags: [String], _ session: Session) throws(Failure) -> [RequestPattern.KnownRequest]
  {
    try RequestPattern.knownRequests(
      in: .queued, app: app, owner: try owner.uid(), allUsers: coversAllUsers, kinds: kind,
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
  func idsOfOneApp(_ names: [String]) throws(Failure) -> (ids: [String], app: String?) {
    let requests = names.map { RequestNames.split($0, app) }
    let selectedApp = requests.first?.app ?? app
    guard requests.allSatisfy({ $0.app == selectedApp }) else {
      throw .usage(
        "these requests belong to several apps; use one command for each app, with --app")
    }
    return (requests.map(\.id), selectedApp)
  }

  /// Whether the options limit the requests, instead of all of the caller's.
  var selectsSome: Bool {
    !ids.isEmpty || !kind.isEmpty || app != nil || group != nil || owner.owner != nil || allUsers
  }
}
