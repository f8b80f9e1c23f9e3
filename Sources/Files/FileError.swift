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

  /// The first of what is wrong with a file, with how many more there are and what shows them; nil where nothing is.
  package static func first(of errors: [FileError]) -> FileError? {
    guard var first = errors.first else { return nil }
    let count = errors.count - 1
    if count > 0 {
      // Standard input is gone.
      let isFile = !first.file.isEmpty && first.file != "-"
      let command = isFile ? ": rubatoctl policy check \(first.file)" : ""
      first.message += " (and \(count) more\(command))"
    }
    return first
  }

  /// As a sentence that others may follow: some errors end with a question.
  package var sentence: String { description.hasSuffix("?") ? description : "\(description)." }

  package var description: String {
    let place = line == 0 ? "" : "\(line):\(column):"
    return (file.isEmpty ? "" : "\(file):") + place + " \(message)"
  }
}
