import ArgumentParser

package struct ReplayVerb: LaboratoryVerb {
  package static let configuration = CommandConfiguration(
    commandName: "replay",
    abstract: "Replay a recording and report differences.",
    discussion: """
      `rubatod --record FILE` records the daemon's input and its decisions. The same scheduler \
      replays it, without a daemon. With --policy, the settings of that file are used instead, and the \
      outcome of each request under them is shown. docs/replay.md describes the format.

      \(ExitCodes.paragraph("without --policy, also 1 if a decision differs."))
      """)

  @Argument(
    help: "Recording; - is standard input.", completion: .file(extensions: ["jsonl"]))
  package var file: String

  @Option(
    help: ArgumentHelp(
      "Show the differences under the settings of this policy file.", valueName: "file"),
    completion: .file(extensions: ["yaml"]))
  package var policy: String?

  @Flag(help: "Print JSON.")
  package var json = false

  package init() {}
}
