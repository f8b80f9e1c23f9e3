extension TaskFields {
  /// All values as text. It does not depend on the order and the notation of the files.
  var content: String {
    values.keys.sorted().map { key in
      "\(key): \(values[key].map { Self.text(of: $0.node) } ?? "")\n"
    }.joined()
  }

  /// Returns a node as text. Mappings are sorted, since the order of their keys has no meaning; lists keep their order.
  private static func text(of node: Node) -> String {
    switch node {
    case .scalar(let scalar): quoted(scalar.string)
    case .sequence(let items): "[\(items.map { text(of: $0) }.joined(separator: ","))]"
    case .mapping(let mapping):
      "{\(mapping.map { "\(text(of: $0.key)):\(text(of: $0.value))" }.sorted().joined(separator: ","))}"
    }
  }

  /// Returns a text in double quotes, with its quotes and backslashes escaped.
  private static func quoted(_ text: String) -> String {
    // Texts are seldom escaped, and to split one into its characters is slow.
    if !text.utf8.contains(where: { $0 == UInt8(ascii: "\"") || $0 == UInt8(ascii: "\\") }) {
      return "\"\(text)\""
    }
    let escaped = text.map { "\\\"".contains($0) ? "\\\($0)" : String($0) }
    return "\"\(escaped.joined())\""
  }
}
