/// Text that replaces the names in the template of a page.
enum PageTemplate {
  /// Returns the template with each `{{name}}` replaced by the value of that name, or removed if there is no such
  /// value. The values are not searched for further names.
  static func filled(_ template: [UInt8], _ values: [String: String]) -> String {
    let pieces = String(decoding: template, as: UTF8.self)
      .split(separator: "{{", omittingEmptySubsequences: false)
    // Each piece after the first begins with a name and `}}`.
    var page = String(pieces.first ?? "")
    for piece in pieces.dropFirst() {
      let name = piece.prefix { $0 != "}" }
      page += values[String(name)] ?? ""
      page += piece.dropFirst(name.count + "}}".count)
    }
    return page
  }

  /// Returns files of a page as one text.
  static func text(of parts: [UInt8]...) -> String {
    parts.map { String(decoding: $0, as: UTF8.self) }.joined(separator: "\n")
  }

  /// Replaces the characters that are markup in HTML by entities, so that a text cannot change the page. Each scalar is
  /// compared: a `Character` that contains `<` after a prepended mark (U+0D4E) is not equal to `<`, but is markup.
  static func escaped(_ text: String) -> String {
    text.unicodeScalars.reduce(into: "") { escaped, scalar in
      switch scalar {
      case "&": escaped += "&amp;"
      case "<": escaped += "&lt;"
      case ">": escaped += "&gt;"
      case "\"": escaped += "&quot;"
      default: escaped.unicodeScalars.append(scalar)
      }
    }
  }
}
