/// Where and why a file is not what it should be.
package struct FileError: Error, Hashable, CustomStringConvertible, Sendable {
  /// As the file was named by whoever reads it; empty where it has no name.
  package var file: String
  /// Both count from 1; the column in Unicode scalars.
  package var line: Int
  package var column: Int
  /// What is wrong and what is allowed.
  package var message: String

  package var description: String {
    (file.isEmpty ? "" : "\(file):") + "\(line):\(column): \(message)"
  }
}
