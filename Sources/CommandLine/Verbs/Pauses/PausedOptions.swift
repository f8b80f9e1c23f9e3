import ArgumentParser
import Control
import Terminal
import Vocabulary

/// The requests to pause or to resume.
struct PausedOptions: ParsableArguments {
  @Argument(
    help: "Ids of the requests (default: all requests).", completion: RequestNames.completion)
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

  var namesSome: Bool {
    !ids.isEmpty || !kind.isEmpty || app != nil || owner.owner != nil || allUsers
  }
}
