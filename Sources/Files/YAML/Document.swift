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
      let root = try Yams.compose(yaml: text, .default, .default, .utf8)
      var left = most
      if let root, !count(root, &left) {
        throw Place(file: file).error(
          "this holds more than \(most) values, with those that its aliases stand for; shorten it")
      }
      return root
    } catch let error as FileError {
      throw error
    } catch {
      throw Self.fileError(error, file: file)
    }
  }

  /// Far more than the longest scenario has. A few lines of aliases of aliases stand for billions, and
  /// would be gone through for years.
  private static let most = 1_000_000

  /// Whether there are at most `left` values in `node`, which are taken from it.
  private static func count(_ node: Node, _ left: inout Int) -> Bool {
    left -= 1
    guard left >= 0 else { return false }
    switch node {
    case .scalar, .alias: return true
    case .sequence(let items): return items.allSatisfy { count($0, &left) }
    case .mapping(let mapping):
      return mapping.allSatisfy { count($0.key, &left) && count($0.value, &left) }
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
