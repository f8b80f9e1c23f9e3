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
      "Run number (default: RUBATO_RUN).", valueName: "number"))
  var run: String?

  @OptionGroup var connection: ConnectionOptions

  /// Returns the number of the run, from `--run` or from RUBATO_RUN. Throws if it is missing or not a number.
  func number() throws(Failure) -> Int64 {
    guard let text = run ?? Process.environment["RUBATO_RUN"] else {
      throw .refused(
        "RUBATO_RUN is not set, so rubatod does not run this command; "
          + "name a run with --run")
    }
    // `OptionValue.run` returns `nil` only without a text.
    return try OptionValue.run(text) ?? 0
  }
}

struct CheckpointVerb: Verb {
  static let configuration = CommandConfiguration(
    commandName: "checkpoint",
    abstract: "Inside a run: record a checkpoint; without --data, print the last checkpoint.",
    discussion: """
      The next run of the request can read the checkpoint in RUBATO_CHECKPOINT or with `rubatoctl \
      checkpoint`. The verb returns once the checkpoint is on disk. It is removed when a run completes.
      """)

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "At most 16 KiB of text; - is standard input. Empty text clears it.", valueName: "text"))
  var data: String?

  @OptionGroup var currentRun: InsideOptions
  var connection: ConnectionOptions { currentRun.connection }

  /// The most bytes that a policy can allow (`longest-checkpoint`). The daemon refuses more than its own policy allows.
  private static let longest = 1024 * 1024

  /// Records the text as the checkpoint of the run; without `--data`, prints the last checkpoint.
  func perform(_ session: Session) throws(Failure) {
    let run = try currentRun.number()
    guard let data else { return try show(run, session) }
    let text = data == "-" ? try TextFile.read("-", limit: Self.longest) : data
    let reply = try session.call(ReportRun(run: run, data: text))
    if session.isJSON { Output.print(JSONLayout.indented(reply)) }
  }

  /// Prints the last checkpoint, with a line break at its end; nothing if there is none.
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
    commandName: "progress", abstract: "Inside a run: report the completed share of the work.")

  @Argument(help: "Share, 0% to 100%.")
  var share: String

  @OptionGroup var currentRun: InsideOptions
  var connection: ConnectionOptions { currentRun.connection }

  /// Reports the completed share of the run. Throws if the text is not a share.
  func perform(_ session: Session) throws(Failure) {
    let number = try OptionValue.read(
      share, of: "progress", allowed: ShareText.allowed, ShareText.parse)
    let reply = try session.call(ReportRun(run: try currentRun.number(), share: number))
    if session.isJSON { Output.print(JSONLayout.indented(reply)) }
  }
}

struct ReadyVerb: Verb {
  static let configuration = CommandConfiguration(
    commandName: "ready", abstract: "Inside a run submitted with --ready: report that it is ready.")

  @OptionGroup var currentRun: InsideOptions
  var connection: ConnectionOptions { currentRun.connection }

  /// Reports that the command of the run is ready.
  func perform(_ session: Session) throws(Failure) {
    let reply = try session.call(ReportRun(run: try currentRun.number(), ready: true))
    if session.isJSON { Output.print(JSONLayout.indented(reply)) }
  }
}
