import Yams

/// The one document of a YAML text.
package enum Document {
  package static func root(of text: String, file: String) throws(FileError) -> Node {
    guard let root = try rootIfAny(of: text, file: file) else {
      throw Place(file: file).error("the file is empty")
    }
    return root
  }

  /// Nil where there is nothing but comments.
  static func rootIfAny(of text: String, file: String) throws(FileError) -> Node? {
    do {
      return try Yams.compose(yaml: text, .default, .default, .utf8)
    } catch {
      throw Self.fileError(error, file: file)
    }
  }

  private static func fileError(_ error: any Error, file: String) -> FileError {
    switch error as? YamlError {
    case .scanner(_, let problem, let mark, _), .parser(_, let problem, let mark, _),
      .composer(_, let problem, let mark, _):
      Place(file: file, mark).error("this is not YAML: \(problem)")
    case .duplicatedKeysInMapping(let keys, let context):
      Place(file: file, context.mark).error("'\(keys.sorted().listed)' is there more than once")
    case let other:
      Place(file: file).error("this cannot be read as YAML: \(other.map { "\($0)" } ?? "\(error)")")
    }
  }
}
