@testable import Files

extension TaskTree {
  /// Directories `/a`, `/b` ... in order, each with its files by name; `nil` masks a file.
  init(_ layers: [[String: String?]]) {
    self.init(
      layers: zip("abcdef", layers).map { letter, files in
        Layer(
          directory: "/\(letter)",
          entries: files.map { name, text in
            Entry(
              name: name, path: "/\(letter)/\(name)", content: text.map { .text($0) } ?? .masked)
          })
      })
  }
}

extension TaskReading {
  init(_ layers: [String: String?]..., rules: TaskRules = TaskRules()) {
    self.init(TaskTree(layers), rules: rules)
  }

  var messages: [String] { problems.map(\.error.description) }
}
