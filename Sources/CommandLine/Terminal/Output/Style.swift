import Vocabulary

/// The role of a piece of text, shown by its colour.
package enum Role: Sendable {
  case plain, heading, dim, good, warning, bad, accent

  /// The number that selects the colour on a terminal (ECMA-48, 8.3.117); `nil` for plain text.
  fileprivate var code: String? {
    switch self {
    case .plain: nil
    case .heading: "1"
    case .dim: "2"
    case .good: "32"
    case .warning: "33"
    case .bad: "31"
    case .accent: "36"
    }
  }
}

/// The use of colours in text.
package struct Style: Sendable {
  package let isColoured: Bool

  package init(isColoured: Bool) {
    self.isColoured = isColoured
  }

  /// Creates a style with colours only on a terminal that can show them, or if CLICOLOR_FORCE is set
  /// (bixense.com/clicolors), and never if NO_COLOR is set (no-color.org).
  package init(isTerminal: Bool, environment: [String: String]) {
    let refuses = environment["NO_COLOR"].map { !$0.isEmpty } ?? false
    let forces = environment["CLICOLOR_FORCE"].map { !$0.isEmpty && $0 != "0" } ?? false
    let terminal = environment["TERM"] ?? ""
    isColoured = !refuses && (forces || isTerminal && !terminal.isEmpty && terminal != "dumb")
  }

  /// Returns the text in the colour of its role; unchanged if no colours are used.
  package func paint(_ text: String, _ role: Role) -> String {
    guard isColoured, let code = role.code, !text.isEmpty else { return text }
    return "\u{1B}[\(code)m\(text)\u{1B}[0m"
  }

  /// Returns the text in reverse colours; unchanged if no colours are used.
  func reversed(_ text: String) -> String {
    isColoured ? "\u{1B}[7m\(text)\u{1B}[0m" : text
  }

  /// Returns the number of columns of a painted text; the codes of its colours take up none.
  static func columns(_ text: some StringProtocol) -> Int {
    var count = 0
    var isInCode = false
    for scalar in text.unicodeScalars {
      if scalar == "\u{1B}" {
        isInCode = true
      } else if !isInCode {
        count += scalar.columns
      } else if scalar == "m" {
        isInCode = false
      }
    }
    return count
  }
}

extension String {
  /// The text without control characters, which could control the reader's terminal: names, commands and messages come
  /// from others.
  package var visible: String {
    escapingControlCharacters
  }
}
