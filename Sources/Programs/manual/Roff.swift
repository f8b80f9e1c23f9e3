/// Text for troff with the macros of man(7).
enum Roff {
  /// Returns a line of text, with code in bold.
  ///
  /// - Parameter text: Plain words, code between backquotes.
  static func text(_ text: String) -> String {
    var parts: [String] = []
    for (index, part) in text.split(separator: "`", omittingEmptySubsequences: false).enumerated() {
      parts.append(index.isMultiple(of: 2) ? escaped(part) : bold(String(part)))
    }
    return guarded(parts.joined())
  }

  /// Returns the text in bold.
  static func bold(_ text: String) -> String { "\\fB\(escaped(Substring(text)))\\fR" }

  /// Returns the text in italics.
  static func italic(_ text: String) -> String { "\\fI\(escaped(Substring(text)))\\fR" }

  /// Returns the lines of a text whose paragraphs are separated by blank lines, with the macros that begin and end each
  /// paragraph. A paragraph that is indented by four spaces is code, and is shown unchanged.
  static func paragraphs(_ text: String) -> [String] {
    var lines: [String] = []
    for paragraph in text.split(separator: "\n\n") {
      let isCode = paragraph.hasPrefix("    ")
      lines += isCode ? [".PP", ".RS 4", ".nf"] : [".PP"]
      for line in paragraph.split(separator: "\n") {
        lines.append(isCode ? guarded(escaped(line.dropFirst(4))) : Self.text(String(line)))
      }
      if isCode { lines += [".fi", ".RE"] }
    }
    return lines
  }

  /// Returns a word of a macro's line.
  static func quoted(_ text: String) -> String { "\"\(text.replacing("\"", with: "\\(dq"))\"" }

  /// Escapes the characters that troff interprets or replaces by typographic ones, such as a hyphen for a minus sign.
  private static func escaped(_ text: Substring) -> String {
    String(
      text.flatMap { character -> String in
        switch character {
        case "\\": "\\e"
        case "-": "\\-"
        case "'": "\\(aq"
        case "`": "\\(ga"
        case "^": "\\(ha"
        case "~": "\\(ti"
        default: String(character)
        }
      })
  }

  /// Escapes a line that begins with a dot, which would be a request of troff.
  private static func guarded(_ line: String) -> String {
    line.hasPrefix(".") ? "\\&\(line)" : line
  }
}
