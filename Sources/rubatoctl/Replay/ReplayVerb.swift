import ArgumentParser
import Control
import Files
import Recording
import Scheduling
import Terminal

struct ReplayVerb: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "replay",
    abstract: "Decide a recording of the daemon again, and say what differs.",
    discussion: """
      `rubatod --record FILE` writes down what the daemon takes in and decides. The same scheduler \
      decides it again here, without a daemon: exit 0 if every decision is the same, 1 if one is \
      not. With --policy the numbers of that file decide instead, and the answer is what would have \
      become of each request; exit 0. docs/replay.md tells what is in a recording.
      """)

  @Argument(
    help: "The recording; - is standard input.", completion: .file(extensions: ["jsonl"]))
  var file: String

  @Option(
    help: ArgumentHelp(
      "Say what would differ with the numbers of this policy file.", valueName: "file"),
    completion: .file(extensions: ["yaml"]))
  var policy: String?

  @Flag(help: "Print JSON for programs.")
  var json = false

  /// Sixteen recordings of the usual limit.
  private static let longestRecording = 1 << 30

  func run() throws {
    let bytes = Array(try TextFile.read(file, limit: Self.longestRecording).utf8)
    if let policy {
      let settings = try NamedPolicy.settings(policy)
      try compare(
        try read { () throws(RecordingError) in
          try WhatIf(bytes, file: file, settings: settings)
        })
    } else {
      try judge(
        try read { () throws(RecordingError) in
          var reader = try RecordingReader(bytes, file: file)
          return try Replay(&reader)
        })
    }
  }

  private func read<Result>(_ body: () throws(RecordingError) -> Result) throws(Failure) -> Result {
    do throws(RecordingError) {
      return try body()
    } catch {
      throw .refused(error.description)
    }
  }

  private func judge(_ replay: Replay) throws(Failure) {
    Output.print(
      json
        ? JSONLayout.indented(ReplayReport(replay))
        : ReplayText.lines(replay).joined(separator: "\n"))
    guard replay.differing == 0 else { throw Failure.negative }
  }

  private func compare(_ whatIf: WhatIf) throws(Failure) {
    let screen = Screen.standardOutput(now: WallTime(seconds: 0))
    Output.print(
      json
        ? JSONLayout.indented(WhatIfReport(whatIf))
        : WhatIfText.lines(whatIf, policy: policy ?? "", on: screen).joined(separator: "\n"))
  }
}
