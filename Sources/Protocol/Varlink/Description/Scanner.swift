/// Reads a description character by character: words, punctuation, whitespace and comments.
struct Scanner {
  private let characters: [Unicode.Scalar]
  private(set) var position = 0
  /// Comment lines directly above the next declaration, which they document.
  private var comments: [String] = []
  /// Whether only whitespace precedes the position on its line.
  private var atLineStart = true
  /// Whether a line ended since the last word or punctuation.
  private(set) var sawLineBreak = false

  init(_ text: String) {
    characters = Array(text.unicodeScalars)
  }

  /// The next character, which stays unread; `nil` at the end of the text.
  private var peek: Unicode.Scalar? { position < characters.count ? characters[position] : nil }

  /// Skips whitespace and comments, then returns whether nothing is left.
  mutating func isAtEnd() -> Bool {
    skipTrivia()
    return peek == nil
  }

  /// Returns the comment that documents the next declaration, and removes it.
  mutating func consumeDocumentation() -> String {
    skipTrivia()
    defer { comments = [] }
    return comments.joined(separator: "\n")
  }

  /// Consumes `text` if it comes next, and returns whether it did.
  mutating func consume(_ text: String) -> Bool {
    skipTrivia()
    guard characters[position...].starts(with: text.unicodeScalars) else { return false }
    advance(by: text.unicodeScalars.count)
    return true
  }

  /// Consumes a word of letters, digits and the characters of `alsoAllowed`, and returns it; empty if there is none.
  mutating func consumeWord(alsoAllowed: String = "_") -> String {
    skipTrivia()
    let word = characters[position...].prefix {
      $0.isLetterOrDigit || alsoAllowed.unicodeScalars.contains($0)
    }
    if !word.isEmpty { advance(by: word.count) }
    return String(String.UnicodeScalarView(word))
  }

  /// Returns the next word or character in quotes, for an error message, without consuming it.
  mutating func quotedNextWord() -> String {
    skipTrivia()
    guard let character = peek else { return "the end of the text" }
    var copy = self
    let word = copy.consumeWord()
    return word.isEmpty ? "'\(character)'" : "'\(word)'"
  }

  /// Returns an error at `offset`, or at the current position if it is `nil`.
  func error(_ problem: String, at offset: Int? = nil) -> DescriptionError {
    let before = characters[..<(offset ?? position)]
    let lineStart = before.lastIndex(of: "\n").map { $0 + 1 } ?? 0
    // Both count from 1.
    let line = before.count { $0 == "\n" } + 1
    let column = before.count - lineStart + 1
    return DescriptionError(line: line, column: column, problem: problem)
  }

  /// Consumes a word or punctuation, after which comments document another declaration.
  private mutating func advance(by count: Int) {
    position += count
    comments = []
    atLineStart = false
    sawLineBreak = false
  }

  /// Skips whitespace, line ends and comments. Comments directly above the next declaration are kept for
  /// `consumeDocumentation`.
  mutating func skipTrivia() {
    while let character = peek {
      if character == "#" {
        skipComment()
      } else if character.endsLine {
        skipLineEnd()
      } else if character.isSpace {
        position += 1
      } else {
        return
      }
    }
  }

  /// Skips a comment with its line end, and keeps its text if it has a line of its own.
  private mutating func skipComment() {
    let line = characters[(position + 1)...].prefix { !$0.endsLine }
    if atLineStart { comments.append(Self.text(ofComment: line)) }
    position += 1 + line.count
    // The comment includes its line end, which therefore does not make a blank line.
    if peek != nil { position += 1 }
    atLineStart = true
    sawLineBreak = true
  }

  /// Returns the text of a comment without the one space after the `#`.
  private static func text(ofComment line: ArraySlice<Unicode.Scalar>) -> String {
    String(String.UnicodeScalarView(line.first == " " ? line.dropFirst() : line))
  }

  /// Skips a line end. A blank line discards the comments above it, since they document nothing.
  private mutating func skipLineEnd() {
    if atLineStart { comments = [] }
    // CR LF is one line end.
    position += characters[position...].starts(with: ["\r", "\n"]) ? 2 : 1
    atLineStart = true
    sawLineBreak = true
  }
}

extension Unicode.Scalar {
  /// Whether the character is an ASCII letter or digit.
  fileprivate var isLetterOrDigit: Bool {
    switch self {
    case "a"..."z", "A"..."Z", "0"..."9": true
    default: false
    }
  }

  /// Whether the character is a line end in the specification's grammar.
  fileprivate var endsLine: Bool {
    switch self {
    case "\n", "\r", "\u{2028}", "\u{2029}": true
    default: false
    }
  }

  /// Whether the character is whitespace in the specification's grammar.
  fileprivate var isSpace: Bool {
    switch self {
    case " ", "\t", "\u{A0}", "\u{FEFF}", "\u{1680}", "\u{180E}", "\u{2000}"..."\u{200A}",
      "\u{202F}", "\u{205F}", "\u{3000}":
      true
    default: false
    }
  }
}
