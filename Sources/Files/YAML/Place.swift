import Yams

/// A position in a file, to make errors at.
struct Place: Hashable {
  let file: String
  var line = 1
  var column = 1

  init(file: String, _ mark: Mark? = nil) {
    self.file = file
    line = mark?.line ?? 1
    column = mark?.column ?? 1
  }

  init(_ node: Node, file: String) {
    self.init(file: file, node.mark)
  }

  func error(_ message: String) -> FileError {
    FileError(file: file, line: line, column: column, message: message)
  }
}
