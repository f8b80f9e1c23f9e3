import Report
import Studies
import Terminal
import Verbs
import Vocabulary

extension MergeVerb: LaboratoryWork {
  /// Merges the results of a population's shards and prints them. Fails if a promise is broken.
  func perform() throws {
    let shards = try files.map { (name: $0, result: try PopulationFile(path: $0).read()) }
    let merged: PopulationResult
    do throws(MergeError) {
      merged = try PopulationResult.merge(shards)
    } catch {
      throw Self.failure(error, asJSON: json)
    }
    PopulationOptions.print(merged, asJSON: json)
    if let report { try TextFile.write(PopulationPage.text(merged), to: report) }
    if merged.result.promises?.allSatisfy(\.isKept) == false { throw Failure.negative }
  }

  /// Returns the failure for an error. For missing parts, also prints the command of each.
  private static func failure(_ error: MergeError, asJSON: Bool) -> Failure {
    guard !error.missing.isEmpty else { return .refused(error.description) }
    let lines = ["\(error.description); run:"] + error.missing.map(command)
    if asJSON { return .refused(lines.joined(separator: "\n")) }
    // Without the usual prefix, a shell can read the commands.
    for line in ["rubatoctl: \(lines[0])"] + lines.dropFirst() { Output.printError(line) }
    return .negative
  }

  /// Returns the command that simulates a missing part, with the numbers of its devices as a comment. Its output is the
  /// file that has the other devices of the part, or a new file named after the shard.
  private static func command(_ part: MissingPart) -> String {
    let shard = part.shard.map { " --shard \($0.number)/\($0.of)" } ?? ""
    let file = part.file ?? "shard-\(part.shard?.number ?? 1).json"
    // Up to four devices are all named; of more, the first three and the last.
    let devices = Array(part.devices.prefix(3)).map { "\($0)" }
    let lastDevice: String
    if part.count > 4 {
      lastDevice = " ... \(part.last)"
    } else {
      lastDevice = part.count == 4 ? ", \(part.last)" : ""
    }
    let command = part.command.map(ShellText.quoted).joined(separator: " ")
    return "  \(command)\(shard) --output \(ShellText.quoted(file))"
      + "  # devices \(devices.joined(separator: ", "))\(lastDevice)"
  }
}
