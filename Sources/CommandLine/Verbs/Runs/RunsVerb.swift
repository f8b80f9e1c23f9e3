import ArgumentParser
import Control
import Terminal

struct RunsVerb: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "runs", abstract: "List or show runs.",
    subcommands: [RunsListVerb.self, RunsShowVerb.self], defaultSubcommand: RunsListVerb.self)
}

struct RunsListVerb: Verb {
  static let onlyReads = true
  static let configuration = CommandConfiguration(
    commandName: "list", abstract: "List runs of one request or of all, newest first.")

  @Argument(help: "Request id.", completion: RequestNames.completion)
  var id: String?

  @Option(help: ArgumentHelp("Show at most this many runs (default: 50).", valueName: "count"))
  var limit: String?

  @OptionGroup var filter: FilterOptions
  @OptionGroup var connection: ConnectionOptions

  mutating func validate() throws {
    if let name = id { (id, filter.app) = RequestNames.split(name, filter.app) }
  }

  /// Prints the selected runs. If there are none, a hint follows for a caller who can see the runs of other users.
  func perform(_ session: Session) throws(Failure) {
    let call = Runs(
      id: id, app: filter.app, owner: try filter.owner.uid(), allUsers: filter.asksForAllUsers,
      limit: try OptionValue.whole(limit, of: "--limit"))
    let runs = try session.call(call).runs
    try session.printAnswer(runs) { screen in
      let others =
        runs.isEmpty && id == nil
        ? session.adviceOnOthers("runs", filter, on: screen) {
          try session.call(Runs(allUsers: true)).runs.count
        } : []
      return RunTable.lines(runs, owner: filter.ownerNames, on: screen) + others
    }
  }
}

struct RunsShowVerb: Verb {
  static let onlyReads = true
  static let configuration = CommandConfiguration(
    commandName: "show", abstract: "Show one run in full.")

  @Argument(help: "Run number.")
  var run: String

  @Flag(help: "Show the kill report: the state of the run when it was killed.")
  var kill = false

  @OptionGroup var connection: ConnectionOptions

  /// Prints the run, with its kill report if `--kill` is given. Throws if the run does not exist.
  func perform(_ session: Session) throws(Failure) {
    guard let shownRun = try session.call(Runs(run: try OptionValue.run(run))).runs.first else {
      throw .refused(
        error: ControlError.notFound.rawValue,
        ControlError.Parameters(
          field: "run", value: run,
          message: "run \(run) not found; list recent runs with `rubatoctl runs`"))
    }
    try session.printAnswer(shownRun) {
      RunCard.lines(shownRun, onlyKillReport: kill, owner: Users.name, on: $0)
    }
  }
}
