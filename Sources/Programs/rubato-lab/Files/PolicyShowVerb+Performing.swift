import Control
import Files
import Scheduling
import Terminal
import Verbs

extension PolicyShowVerb: LaboratoryWork {
  /// Shows the settings of a file, or the defaults, without a daemon. Otherwise shows the settings of the running
  /// daemon.
  func perform() throws {
    guard needsNoDaemon else { return try show(session()) }
    let settings = try file.map { file throws(Failure) in try NamedPolicy.settings(file) }
    let listing = PolicyListing(settings ?? Settings(), file: file, onlyChanged: changed)
    try show(listing, nothing: ["All settings have their defaults."])
  }

  /// Prints the settings of the daemon, with their source and the changes in its policy file since the start.
  private func show(_ session: Verbs.Session) throws(Failure) {
    let policy = try session.call(GetPolicy())
    let listing = PolicyListing(policy, onlyChanged: changed)
    let words = try RunningPolicy(policy, session)
    try show(listing, first: words.summary, last: words.remarks)
  }

  /// Opens a session; without a daemon, the error names the files that can be shown.
  private func session() throws(Failure) -> Verbs.Session {
    do throws(Failure) {
      return try Verbs.Session(connection, onlyReads: true)
    } catch .noDaemon(let message) {
      throw .noDaemon(
        "\(message). Without one: rubatoctl policy show FILE, or: rubatoctl policy show --defaults")
    }
  }

  /// Prints a list of settings as JSON, as a policy file, or as a table. `first` and `last` are lines before and after
  /// the table, and comments in the policy file; `nothing` replaces an empty table.
  private func show(
    _ listing: PolicyListing, first: [String] = [], last: [String] = [], nothing: [String] = []
  ) throws(Failure) {
    if connection.json { return Output.print(JSONLayout.indented(listing)) }
    if yaml { return Output.print(try listing.yaml(after: first + last)) }
    let screen = Screen.standardOutput(now: WallTime(seconds: 0))
    let table = listing.keys.isEmpty ? nothing : listing.table.lines(on: screen)
    let parts = [first, table, last].filter { !$0.isEmpty }
    Output.print(parts.map { $0.joined(separator: "\n") }.joined(separator: "\n\n"))
  }
}
