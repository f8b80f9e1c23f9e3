import Control
import Files
import Recording
import Scheduling
import Terminal
import Verbs

extension ReplayVerb: LaboratoryWork {
  /// The size of sixteen recordings of the usual limit.
  private static let longestRecording = 1 << 30

  /// Repeats the decisions of a recording, and fails if they differ. With `--policy`, compares the results of the
  /// requests with those under other settings instead.
  func perform() throws {
    let bytes = Array(try TextFile.read(file, limit: Self.longestRecording).utf8)
    if let policy {
      let settings = try NamedPolicy.settings(policy)
      let whatIf: WhatIf = try refusingErrors { () throws(RecordingError) in
        try WhatIf(bytes, file: file, settings: settings)
      }
      try printComparison(whatIf)
    } else {
      let replay: Replay = try refusingErrors { () throws(RecordingError) in
        var reader = try RecordingReader(bytes, file: file)
        return try Replay(&reader)
      }
      try printReplay(replay)
    }
  }

  /// Returns the result of `body`; throws its error as a refusal.
  private func refusingErrors<Result>(_ body: () throws(RecordingError) -> Result) throws(Failure)
    -> Result
  {
    do throws(RecordingError) {
      return try body()
    } catch {
      throw .refused(error.description)
    }
  }

  /// Prints the result of a replay. Fails if a decision differs from the recorded one.
  private func printReplay(_ replay: Replay) throws(Failure) {
    Output.print(
      json
        ? JSONLayout.indented(ReplayReport(replay))
        : ReplayText.lines(replay).joined(separator: "\n"))
    guard replay.differing == 0 else { throw Failure.negative }
  }

  /// Prints the results of the requests with the recorded settings and with the other ones.
  private func printComparison(_ whatIf: WhatIf) throws(Failure) {
    let screen = Screen.standardOutput(now: WallTime(seconds: 0))
    Output.print(
      json
        ? JSONLayout.indented(WhatIfReport(whatIf))
        : WhatIfText.lines(whatIf, policy: policy ?? "", on: screen).joined(separator: "\n"))
  }
}
