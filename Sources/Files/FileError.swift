/// Where and why a file is not what it should be.
package struct FileError: Error, Hashable, CustomStringConvertible, Sendable {
  /// As the file was named by whoever reads it; empty where it has no name.
  package var file: String
  /// Both count from 1; the column in Unicode scalars. 0 where all of the file is meant.
  package var line: Int
  package var column: Int
  /// What is wrong and what is allowed.
  package var message: String

  /// An error of all of the file, or of a directory.
  package init(file: String, message: String) {
    self.init(file: file, line: 0, column: 0, message: message)
  }

  package init(file: String, line: Int, column: Int, message: String) {
    self.file = file
    self.line = line
    self.column = column
    self.message = message
  }

  package var description: String {
    let place = line == 0 ? "" : "\(line):\(column):"
    return (file.isEmpty ? "" : "\(file):") + place + " \(message)"
  }
}
