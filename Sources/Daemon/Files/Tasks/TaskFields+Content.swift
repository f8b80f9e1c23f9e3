extension TaskFields {
  /// All values as text, which does not depend on the order and the notation of the files. Its digest shows whether a
  /// task file has changed.
  var content: String {
    values.keys.sorted().map { key in
      "\(key): \(values[key].map { Self.text(of: $0.node) } ?? "")\n"
    }.joined()
  }

  /// Returns a node as text. Mappings are sorted, since the order of their keys has no meaning; lists keep their order.
  private static func text(of node: Node) -> String {
    switch node {
    case .scalar(let scalar): return quoted(scalar.string)
    case .sequence(let items): return "[\(items.map { text(of: $0) }.joined(separator: ","))]"
    case .mapping(let mapping):
      let entries = mapping.map { entry in "\(text(of: entry.key)):\(text(of: entry.value))" }
      return "{\(entries.sorted().joined(separator: ","))}"
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
