import Files
import Scheduling
import Verbs

/// Policy files named on the command line.
enum NamedPolicy {
  /// Reads the settings of a file; `-` is standard input.
  static func settings(_ file: String) throws(Failure) -> Settings {
    let text = try TextFile.read(file, limit: TaskTree.longestFile)
    let reading = PolicyReading(text, file: file)
    guard reading.problems.isEmpty else {
      throw .refused(reading.problems.map(\.description).joined(separator: "\n"))
    }
    return reading.settings
  }

  /// Returns the path of a daemon's own policy file; `nil` if there is none.
  static func path(isUser: Bool) -> String? {
    isUser ? PolicyFile.user(Process.environment) : PolicyFile.system
  }
}
