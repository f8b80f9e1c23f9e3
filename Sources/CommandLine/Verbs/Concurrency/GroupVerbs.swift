import ArgumentParser
import Control
import Terminal

struct GroupsVerb: Verb {
  static let onlyReads = true
  static let configuration = CommandConfiguration(
    commandName: "groups",
    abstract: "List your groups, with their widths, runs and waiting requests.",
    discussion: """
      A request joins a group with `submit --group NAME`. One request of a group runs at a time; `rubatoctl group set \
      NAME --width COUNT` allows more.
      """)

  @OptionGroup var owner: OwnerOptions

  @Flag(help: "Show groups of all users.")
  var allUsers = false

  @OptionGroup var connection: ConnectionOptions

  /// Prints a table of the groups.
  func perform(_ session: Session) throws(Failure) {
    let call = ListGroups(owner: try owner.uid(), allUsers: allUsers ? true : nil)
    let groups = try session.call(call).groups
    let userName: ((Int64) -> String)? = allUsers ? { Users.name($0) } : nil
    try session.printAnswer(groups) { GroupTable.lines(groups, userName: userName, on: $0) }
  }
}

struct GroupVerb: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "group", abstract: "Set how many requests of a group run at the same time.",
    subcommands: [GroupSetVerb.self, GroupResetVerb.self])
}

/// A group of one user.
struct GroupOptions: ParsableArguments {
  @Argument(
    help: ArgumentHelp("Name of the group.", valueName: "name"),
    completion: RequestNames.completionOfGroups)
  var name: String

  @OptionGroup var owner: OwnerOptions

  @OptionGroup var connection: ConnectionOptions

  /// Sets the width of the group, and prints it; `nil` restores the usual width.
  func setWidth(_ width: Int64?, _ session: Session) throws(Failure) {
    let reply: SetGroup.Reply
    do throws(Failure) {
      reply = try session.call(SetGroup(name: name, width: width, owner: try owner.uid()))
    } catch {
      throw error.naming(["width": "--width", "name": "group"])
    }
    try session.printAnswer(reply.group) { _ in [GroupTable.sentence(reply.group)] }
  }
}

struct GroupSetVerb: Verb {
  static let configuration = CommandConfiguration(
    commandName: "set", abstract: "Set the width of a group: its simultaneous runs.",
    discussion: """
      The width is kept when the group is empty, and when the daemon restarts. Runs beyond a smaller width continue. \
      The slots of the machine still limit all runs (`rubatoctl limits`).
      """)

  @OptionGroup var group: GroupOptions

  @Option(help: ArgumentHelp("Number of simultaneous runs, from 1 to 1000.", valueName: "count"))
  var width: String

  var connection: ConnectionOptions { group.connection }

  /// Sets the width of the group.
  func perform(_ session: Session) throws(Failure) {
    try group.setWidth(try OptionValue.whole(width, of: "--width"), session)
  }
}

struct GroupResetVerb: Verb {
  static let configuration = CommandConfiguration(
    commandName: "reset",
    abstract: "Restore the usual width of a group: that of the policy file, or one.")

  @OptionGroup var group: GroupOptions
  var connection: ConnectionOptions { group.connection }

  /// Restores the usual width of the group.
  func perform(_ session: Session) throws(Failure) { try group.setWidth(nil, session) }
}
