/// The one document of a YAML text.
package enum Document {
  /// Returns the value of the document. Throws if the text contains only comments, is not valid YAML or has too many
  /// values.
  ///
  /// - Parameter form: The name of the text's form for messages. JSON is read as YAML, which contains it.
  package static func root(
    of text: String, file: String, form: String = "YAML"
  ) throws(FileError) -> Node {
    guard let root = try rootIfAny(of: text, file: file, form: form) else {
      throw Place(file: file).error("the file is empty")
    }
    return root
  }

  /// Returns the value of the document; `nil` if there are only comments. Throws if the text is not valid YAML or has
  /// too many values.
  ///
  /// - Parameters:
  ///   - linesBefore: The number of lines before the text in the file.
  ///   - form: The name of the text's form for messages.
  static func rootIfAny(
    of text: String, file: String, linesBefore: Int = 0, form: String = "YAML"
  ) throws(FileError) -> Node? {
    let root: Node?
    do throws(YAMLMistake) {
      root = try YAMLReader.root(of: text, linesBefore: linesBefore)
    } catch {
      let message = error.isRepetition ? error.problem : "not valid \(form): \(error.problem)"
      throw Place(file: file, error.mark).error(message)
    }
    var remainingCount = most
    if let root, !hasAtMost(&remainingCount, root) {
      throw Place(file: file).error(
        "more than \(most) values, including those of expanded aliases; shorten the file")
    }
    return root
  }

  /// Maximum number of values, far more than the longest scenario has. A few lines of nested aliases stand for
  /// billions of values, which would take years to read.
  private static let most = 1_000_000

  /// Returns whether `node` contains at most `left` values, and subtracts their number from `left`.
  private static func hasAtMost(_ left: inout Int, _ node: Node) -> Bool {
    left -= 1
    guard left >= 0 else { return false }
    switch node {
    case .scalar: return true
    case .sequence(let items): return items.allSatisfy { hasAtMost(&left, $0) }
    case .mapping(let mapping):
      return mapping.allSatisfy { hasAtMost(&left, $0.key) && hasAtMost(&left, $0.value) }
    }
  }
}
