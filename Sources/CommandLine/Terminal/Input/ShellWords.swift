/// The words of a command line, split with quotes and backslashes as in a shell, but without other shell features.
package struct ShellWords {
  /// The complete words.
  private var words: [String] = []
  /// The beginning of the next word; `nil` between words.
  private var word: String?
  /// The characters that are not read yet: scalars, since a quote before a mark such as U+0301 also ends a word.
  private var rest: Substring.UnicodeScalarView
  /// The whole command line, for errors.
  private let text: String

  /// The characters with a special meaning in a shell that is not supported here.
  private static let special: Set<Unicode.Scalar> = [
    "|", "&", ";", "<", ">", "$", "`", "*", "?", "(", ")",
  ]

  private init(_ text: String) {
    self.text = text
    rest = text[...].unicodeScalars
  }

  /// Returns the words of a command line. Throws if a quote is not closed, or a shell would treat a character
  /// specially.
  package static func split(_ text: String) throws(InputError) -> [String] {
    var splitter = ShellWords(text)
    while let character = splitter.rest.popFirst() {
      try splitter.add(character)
    }
    splitter.endWord()
    return splitter.words
  }

  /// Adds the next character outside quotes. White space ends the word. Throws if a shell would treat the character
  /// specially.
  private mutating func add(_ character: Unicode.Scalar) throws(InputError) {
    switch character {
    case " ", "\t", "\n": endWord()
    case "'": try addQuoted(until: "'", escapes: false)
    case "\"": try addQuoted(until: "\"", escapes: true)
    // The character after a backslash has no special meaning; at the end of the line, the backslash stands for itself.
    case "\\": add(rest.popFirst().map(String.init) ?? "\\")
    case _ where Self.special.contains(character): throw refusal(of: character)
    default: add(String(character))
    }
  }

  /// Adds the characters up to the closing quote `end`. Throws if there is none, or a shell would replace a `$` or a
  /// backquote.
  ///
  /// - Parameter escapes: Whether backslashes have an effect and `$` is refused, as within double quotes. Single quotes
  ///   make every character ordinary.
  private mutating func addQuoted(until end: Unicode.Scalar, escapes: Bool) throws(InputError) {
    // Empty quotes are an empty word.
    add("")
    while let character = rest.popFirst() {
      if character == end { return }
      guard escapes else {
        add(String(character))
        continue
      }
      if character == "$" || character == "`" { throw refusal(of: character) }
      // As in a shell, a backslash before any other character is an ordinary character.
      let isEscape =
        character == "\\" && rest.first.map { "\"\\$`".unicodeScalars.contains($0) } ?? false
      add(isEscape ? rest.popFirst().map(String.init) ?? "" : String(character))
    }
    throw InputError("'\(text.visible)' has a \(end) that is not closed; add another \(end)")
  }

  /// Returns the error that a character would need a shell, with the remedy.
  private func refusal(of character: Unicode.Scalar) -> InputError {
    InputError(
      "'\(text.visible)' contains \(character), and is not run by a shell; "
        + "quote it with '', or use: sh -c '...'")
  }

  /// Adds text to the present word, which begins with it if there is none.
  private mutating func add(_ text: String) { word = (word ?? "") + text }

  /// Adds the present word to the words, if one has begun.
  private mutating func endWord() {
    if let word { words.append(word) }
    word = nil
  }
}
