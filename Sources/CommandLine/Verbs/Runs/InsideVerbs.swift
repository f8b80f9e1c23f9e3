import ArgumentParser
import Control
import Terminal

#if canImport(Glibc)
  import Glibc
#endif

/// The run in which a verb is called.
struct InsideOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "The run's number (default: RUBATO_RUN).", valueName: "number"))
  var run: String?

  @OptionGroup var connection: ConnectionOptions

  func number() throws(Failure) -> Int64 {
    guard let text = run ?? Process.environment["RUBATO_RUN"] else {
      throw .refused(
        "this is for commands that rubatod runs, and RUBATO_RUN is not set here; "
          + "name a run with --run")
    }
    return try OptionValue.run(text) ?? 0
  }
}

struct CheckpointVerb: Verb {
  static let configuration = CommandConfiguration(
    commandName: "checkpoint",
    abstract: "Inside a run: record how far it has come; without --data print what was recorded.",
    discussion: """
      The next run of the request finds it in RUBATO_CHECKPOINT and with `rubatoctl checkpoint`. The \
      verb returns once it is on disk. It is dropped when a run completes.
      """)

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "At most 16 KiB of text; - is standard input. Empty text clears it.", valueName: "text"))
  var data: String?

  @OptionGroup var inside: InsideOptions
  var connection: ConnectionOptions { inside.connection }

  /// The most bytes that the daemon takes.
  private static let longest = 16 * 1024

  func perform(_ session: Session) throws(Failure) {
    let run = try inside.number()
    guard let data else { return try show(run, session) }
    let text = data == "-" ? try TextFile.read("-", limit: Self.longest) : data
    let reply = try session.call(ReportRun(run: run, data: text))
    if session.isJSON { Output.print(JSONLayout.indented(reply)) }
  }

  private func show(_ run: Int64, _ session: Session) throws(Failure) {
    let reply = try session.call(GetCheckpoint(run: run))
    if session.isJSON { return Output.print(JSONLayout.indented(reply)) }
    guard let data = reply.data else { return }
    Output.write(data.hasSuffix("\n") ? data : data + "\n")
    Output.endText()
  }
}

struct ProgressVerb: Verb {
  static let configuration = CommandConfiguration(
    commandName: "progress", abstract: "Inside a run: tell how much of the work is done.")

  @Argument(help: "0% to 100%.")
  var share: String

  @OptionGroup var inside: InsideOptions
  var connection: ConnectionOptions { inside.connection }

  func perform(_ session: Session) throws(Failure) {
    let number = try OptionValue.read(
      share, of: "progress", allowed: ShareText.allowed, ShareText.parse)
    let reply = try session.call(ReportRun(run: try inside.number(), share: number))
    if session.isJSON { Output.print(JSONLayout.indented(reply)) }
  }
}

struct ReadyVerb: Verb {
  static let configuration = CommandConfiguration(
    commandName: "ready", abstract: "Inside a run that was submitted with --ready: it is ready.")

  @OptionGroup var inside: InsideOptions
  var connection: ConnectionOptions { inside.connection }

  func perform(_ session: Session) throws(Failure) {
    let reply = try session.call(ReportRun(run: try inside.number(), ready: true))
    if session.isJSON { Output.print(JSONLayout.indented(reply)) }
  }
}
