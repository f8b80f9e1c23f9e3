import ArgumentParser
import Control
import Terminal

struct LimitsVerb: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "limits",
    abstract: "Show or set how many runs of each class of kinds the machine has at a time.",
    subcommands: [LimitsShowVerb.self, LimitsSetVerb.self, LimitsResetVerb.self],
    defaultSubcommand: LimitsShowVerb.self)

  /// The names of the classes, for completion.
  static let names = ["app", "processing", "maintenance", "utility", "userInitiated"]
}

struct LimitsShowVerb: Verb {
  static let onlyReads = true
  static let configuration = CommandConfiguration(
    commandName: "show",
    abstract: "Show the slots of each class of kinds, and how many are taken.",
    discussion: """
      Refresh and push share the class app; each other kind is its own class. A request whose latest date forces its \
      start can have one run in addition. PER USER is how many slots one user can have. SOURCE is the source of the \
      number of slots: set, policy, default, or the size of the machine. AFTER RESET is the number that \
      `rubatoctl limits reset` restores.
      """)

  @OptionGroup var connection: ConnectionOptions

  /// Prints a table of the slots.
  func perform(_ session: Session) throws(Failure) {
    let slots = try session.call(GetSlots()).slots
    try session.printAnswer(slots) { SlotTable.lines(slots, on: $0) }
  }
}

struct LimitsSetVerb: Verb {
  static let configuration = CommandConfiguration(
    commandName: "set",
    abstract: "Set the slots of a class of kinds. For root and the group rubato.",
    discussion: """
      The numbers are kept when the daemon restarts, in place of those in the policy file. Runs beyond a smaller number \
      continue. With --per-user, no user can have more than that many slots, so that a slot is left for others.
      """)

  @Argument(
    help: ArgumentHelp(
      "app (refresh and push), processing, maintenance, utility or userInitiated.",
      valueName: "class"),
    completion: .list(LimitsVerb.names))
  var name: String

  @Argument(
    help: ArgumentHelp("Number of simultaneous runs, from 1 to 1000.", valueName: "count"))
  var slots: String?

  @Option(help: ArgumentHelp("Number of simultaneous runs of one user.", valueName: "count"))
  var perUser: String?

  @OptionGroup var connection: ConnectionOptions

  /// Refuses a call that sets nothing.
  func validate() throws {
    if slots == nil, perUser == nil {
      throw ValidationError(
        "give the number of slots, as in `rubatoctl limits set utility 4`, or --per-user COUNT")
    }
  }

  /// Sets the numbers, and prints the slots of all classes.
  func perform(_ session: Session) throws(Failure) {
    try session.changeSlots(
      SetSlots(
        name: name, slots: try OptionValue.whole(slots, of: "count"),
        perUser: try OptionValue.whole(perUser, of: "--per-user")))
  }
}

struct LimitsResetVerb: Verb {
  static let configuration = CommandConfiguration(
    commandName: "reset",
    abstract: "Restore the policy's slots of a class of kinds. For root and the group rubato.")

  @Argument(
    help: ArgumentHelp(
      "app (refresh and push), processing, maintenance, utility or userInitiated.",
      valueName: "class"),
    completion: .list(LimitsVerb.names))
  var name: String

  @OptionGroup var connection: ConnectionOptions

  /// Restores the numbers, and prints the slots of all classes.
  func perform(_ session: Session) throws(Failure) {
    try session.changeSlots(SetSlots(name: name, reset: true))
  }
}

extension Session {
  /// Changes slots, and prints the slots of all classes.
  fileprivate func changeSlots(_ call: SetSlots) throws(Failure) {
    let reply: SetSlots.Reply
    do throws(Failure) {
      reply = try self.call(call)
    } catch {
      throw error.naming(["slots": "count", "perUser": "--per-user", "name": "class"])
    }
    try printAnswer(reply.slots) { SlotTable.lines(reply.slots, on: $0) }
  }
}
