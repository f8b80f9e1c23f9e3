import ArgumentParser
import Terminal

/// Queues the requests of an exported file, or of another scheduler.
package struct ImportVerb: LaboratoryVerb {
  /// Another scheduler.
  package enum Source: String, CaseIterable, Sendable {
    case crontab, anacrontab, timers, pueue
  }

  package static let configuration = CommandConfiguration(
    commandName: "import",
    abstract: "Queue the requests of an exported file, or of cron, anacron, systemd or pueue.",
    usage: """
      rubatoctl import [--dry-run] (<file>.yaml ... | -)
      rubatoctl import --crontab [--dry-run] [--replace] [<file> ...]
      rubatoctl import --anacrontab [--dry-run] [--replace] [<file> ...]
      rubatoctl import --timers [--dry-run] [--replace] [<timer> | <file> ...]
      rubatoctl import --pueue [--dry-run] [<file>]
      """,
    discussion: """
      All requests are queued, or none. Requests of the same id are replaced, so that a second import \
      changes nothing. An entry without a counterpart stays in the other scheduler, and is named with \
      its line and the reason; an entry that is not valid refuses the whole import.

      Without a file, --crontab reads your own crontab, --anacrontab /etc/anacrontab, --timers the \
      timers of systemd, and --pueue the output of `pueue status --json`. In /etc/crontab and in \
      files of a directory cron.d each entry names its user; only root can import those of others.

      Without --replace the other scheduler also keeps running the entries. `rubatoctl release ID` \
      gives an entry back that --replace has disabled.

      \(ExitCodes.paragraph("also 1 if an entry is not valid."))
      """)

  @Argument(
    help: ArgumentHelp(
      "Files, or directories that end in a slash; - is standard input.", valueName: "file"),
    completion: .file())
  package var files: [String] = []

  @Flag(help: "Translate crontabs.")
  var crontab = false

  @Flag(help: "Translate the table of anacron.")
  var anacrontab = false

  @Flag(help: "Translate timers of systemd: loaded ones by their names, or their files.")
  var timers = false

  @Flag(help: "Translate the tasks that pueue has not started.")
  var pueue = false

  @Flag(help: "Show the requests as YAML, and queue nothing.")
  package var dryRun = false

  @Flag(help: "Disable the entries that became requests.")
  package var replace = false

  @OptionGroup package var connection: ConnectionOptions

  package init() {}

  /// The scheduler of the entries; `nil` for files of requests.
  package var source: Source? {
    if crontab { return .crontab }
    if anacrontab { return .anacrontab }
    if timers { return .timers }
    return pueue ? .pueue : nil
  }

  /// Refuses options that exclude each other, and a command line without a source.
  package func validate() throws {
    guard [crontab, anacrontab, timers, pueue].count(where: \.self) <= 1 else {
      throw ValidationError("use only one of --crontab, --anacrontab, --timers and --pueue.")
    }
    if source == nil, files.isEmpty {
      throw ValidationError(
        "name a file, as in rubatoctl import jobs.yaml, or use --crontab, --anacrontab, --timers or"
          + " --pueue.")
    }
    if replace, source == nil || source == .pueue {
      throw ValidationError(
        "--replace goes with --crontab, --anacrontab and --timers; remove tasks of pueue with"
          + " pueue remove.")
    }
    if replace, dryRun { throw ValidationError("--dry-run changes nothing; leave out --replace.") }
  }

  /// Returns a `submit` whose requests are queued together or not at all, to the daemon of this verb.
  package func atomicSubmission() throws(Failure) -> SubmitVerb {
    guard var verb = try? SubmitVerb.parse(["--atomic", "-"]) else {
      throw .refused("the options of submit cannot be read")
    }
    verb.connection = connection
    return verb
  }
}
