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

  /// The most mistakes that one message names.
  private static let mostNamed = 5

  /// The mistakes in a file as one, at the place of the first; `nil` if there are none. If they are many, the message says
  /// how many more there are and what shows them.
  package static func all(of errors: [FileError]) -> FileError? {
    guard var all = errors.first else { return nil }
    for error in errors.dropFirst().prefix(mostNamed - 1) {
      all.message += "; \(error.line):\(error.column): \(error.message)"
    }
    let count = errors.count - mostNamed
    if count > 0 {
      // Standard input is gone.
      let isFile = !all.file.isEmpty && all.file != "-"
      let command = isFile ? ": rubatoctl policy check \(all.file)" : ""
      all.message += " (and \(count) more\(command))"
    }
    return all
  }

  /// As a sentence that others may follow: some errors end with a question.
  package var sentence: String { description.hasSuffix("?") ? description : "\(description)." }

  package var description: String {
    let place = line == 0 ? "" : "\(line):\(column):"
    return (file.isEmpty ? "" : "\(file):") + place + " \(message)"
  }
}
