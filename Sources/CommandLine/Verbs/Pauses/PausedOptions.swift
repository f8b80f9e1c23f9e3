import ArgumentParser
import Control
import Terminal
import Vocabulary

/// The requests to pause or to resume.
struct PausedOptions: ParsableArguments {
  @Argument(help: "Only these requests.", completion: RequestNames.completion)
  var ids: [String] = []

  @Option(
    help: ArgumentHelp("Only those of this kind; repeatable.", valueName: "kind"),
    completion: .list(Kind.allCases.map(\.rawValue)))
  var kind: [String] = []

  @Option(help: ArgumentHelp("Only those of this app.", valueName: "id"))
  var app: String?

  @OptionGroup var owner: OwnerOptions

  @Flag(help: "Those of all users, as root does unless --owner is given.")
  var allUsers = false

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
