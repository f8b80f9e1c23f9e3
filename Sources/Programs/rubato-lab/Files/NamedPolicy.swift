import Files
import Scheduling
import Verbs

/// Policy files that somebody named.
enum NamedPolicy {
  /// What a file says; `-` is standard input.
  static func settings(_ file: String) throws(Failure) -> Settings {
    let text = try TextFile.read(file, limit: TaskTree.longestFile)
    let reading = PolicyReading(text, file: file)
    guard reading.problems.isEmpty else {
      throw .refused(reading.problems.map(\.description).joined(separator: "\n"))
    }
    return reading.settings
  }

  /// Where a daemon looks for its own.
  static func place(isUser: Bool) -> String? {
    isUser ? PolicyFile.user(Process.environment) : PolicyFile.system
  }
}
