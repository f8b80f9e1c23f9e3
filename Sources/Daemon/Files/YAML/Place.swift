/// A position in a file, for errors.
package struct Place: Hashable {
  package let file: String
  package var line = 1
  package var column = 1

  package init(file: String, _ mark: Node.Mark? = nil) {
    self.file = file
    line = mark?.line ?? 1
    column = mark?.column ?? 1
  }

  package init(_ node: Node, file: String) {
    self.init(file: file, node.mark)
  }

  /// Makes the error that `message` is the problem at this place.
  package func error(_ message: String) -> FileError {
    FileError(file: file, line: line, column: column, message: message)
  }
}
