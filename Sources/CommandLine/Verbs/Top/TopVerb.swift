import ArgumentParser
import Control
import Terminal

#if canImport(Glibc)
  import Glibc
#endif

struct TopVerb: Verb {
  static let onlyReads = true
  static let configuration = CommandConfiguration(
    commandName: "top",
    abstract: "Show runs and waiting requests on the whole terminal, and act on them.",
    discussion: """
      Shows the device, the current runs with the rest of their budgets, the waiting requests with their reasons, and \
      the runs that have ended. The terminal must have at least 80 columns and 24 lines. The screen is drawn again \
      only after a change. A warning may be cut; `rubatoctl status` shows it in full.

      Keys:

          up, down, k, j      select a line
          PgUp, PgDn, space   move by a page; also Ctrl-B and Ctrl-F
          Home, End, g, G     first and last line
          Tab                 next section
          r                   start the request now, if nothing blocks it
          R                   start it despite the reasons to wait; asks first
          s                   stop the run, its request waits again; asks first
          p                   pause the request, or resume it
          e, Enter            explain why the request waits
          l                   follow the output; Ctrl-C returns
          ?, h                list the keys
          Ctrl-L              draw the screen again
          Ctrl-Z              suspend top; fg continues it
          q, Ctrl-C           quit
      """)

  @Flag(help: "Show requests and runs of all users.")
  var allUsers = false

  @OptionGroup var connection: ConnectionOptions

  func validate() throws {
    if connection.json {
      throw ValidationError("top draws on a terminal; for JSON use `rubatoctl watch --json`")
    }
  }

  /// Refuses a standard input or output that is not a terminal, before a daemon is called.
  func run() throws {
    let terminal = Process.environment["TERM"] ?? ""
    guard isatty(STDIN_FILENO) == 1, isatty(STDOUT_FILENO) == 1 else {
      throw Failure.refused(
        "top needs a terminal; use `rubatoctl list` or `rubatoctl watch`")
    }
    guard !terminal.isEmpty, terminal != "dumb" else {
      throw Failure.refused(
        "the terminal '\(terminal.visible)' (TERM) cannot place text; use `rubatoctl list` or `rubatoctl watch`"
      )
    }
    try perform(Session(connection, onlyReads: Self.onlyReads))
  }

  /// Shows the screen until the user quits.
  func perform(_ session: Session) throws(Failure) {
    // A user who may not see all users' runs is refused here, before the terminal is used.
    if allUsers { _ = try session.call(Runs(allUsers: true, limit: 1)) }
    // A notice on standard error would be drawn into the screen.
    session.reportsDelay = false
    let feed = TopFeed(session, allUsers: allUsers)
    try TopLoop(feed, appearance(session)).run()
  }

  /// Returns the colours, names and local times of the screen. Owners are shown with `--all-users`.
  private func appearance(_ session: Session) -> TopLook {
    let style = Style(isTerminal: true, environment: Process.environment)
    var owner: (@Sendable (Int64) -> String)?
    if allUsers { owner = { Users.name($0) } }
    return TopLook(
      instance: session.instance.name, style: style, owner: owner,
      localTime: MachineZone().civil)
  }
}
