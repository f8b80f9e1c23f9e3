import Files
import Scheduling
import Verbs

/// Policy files that somebody named.
enum NamedPolicy {
  /// What a file says; `-` is standard input.
  static func settings(_ file: String) throws(Failure) -> Settings {
    let text = try TextFile.read(file, limit: TaskTree.longestFile)
    do throws(FileError) {
      return try Settings(policy: text, file: file)
    } catch {
      throw .refused(error.description)
    }
  }

  /// Where a daemon looks for its own.
  static func place(isUser: Bool) -> String? {
    isUser ? PolicyFile.user(Process.environment) : PolicyFile.system
  }
}
