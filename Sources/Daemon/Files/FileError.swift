/// An error in a file, with its place.
package struct FileError: Error, Hashable, CustomStringConvertible, Sendable {
  /// The file name as the reader gave it; empty if it has no name.
  package var file: String
  /// Line and column, counted from 1; the column in Unicode scalars. Both are 0 if the whole file is meant.
  package var line: Int
  package var column: Int
  /// The problem and the allowed values.
  package var message: String

  /// Makes an error of a whole file, or of a directory.
  package init(file: String, message: String) {
    self.init(file: file, line: 0, column: 0, message: message)
  }

  package init(file: String, line: Int, column: Int, message: String) {
    self.file = file
    self.line = line
    self.column = column
    self.message = message
  }

  /// Maximum number of mistakes in one message.
  private static let mostNamed = 5

  /// Combines the mistakes in a file into one error, at the place of the first; `nil` if there are none. A long
  /// list ends with the number of remaining mistakes and the command that shows them.
  package static func combining(_ errors: [FileError]) -> FileError? {
    guard var combined = errors.first else { return nil }
    for error in errors.dropFirst().prefix(mostNamed - 1) {
      combined.message += "; \(error.line):\(error.column): \(error.message)"
    }
    let unnamedCount = errors.count - mostNamed
    if unnamedCount > 0 {
      // Standard input cannot be read again.
      let isFile = !combined.file.isEmpty && combined.file != "-"
      let command = isFile ? ": rubatoctl policy check \(combined.file)" : ""
      combined.message += " (and \(unnamedCount) more\(command))"
    }
    return combined
  }

  /// The error as a sentence: some errors end with a question mark.
  package var sentence: String { description.hasSuffix("?") ? description : "\(description)." }

  /// The error with its place, as in `backup.yaml:3:8: ...`.
  package var description: String {
    let place = line == 0 ? "" : "\(line):\(column):"
    return (file.isEmpty ? "" : "\(file):") + place + " \(message)"
  }
}
