/// Names in replies, which any server may have written. A name is checked like input before it becomes a file's, an
/// argument of a program, or a word of a shell.
package enum AnsweredName {
  /// Whether `name` can be the name of a request or of a unit: letters, digits and `. _ @ : -`, and a backslash,
  /// beginning with a letter or a digit.
  package static func isPlain(_ name: String) -> Bool {
    guard let first = name.unicodeScalars.first, isLetterOrDigit(first) else { return false }
    let longestFileName = 255
    return name.utf8.count <= longestFileName
      && name.unicodeScalars.allSatisfy {
        isLetterOrDigit($0) || "._@:-\\".unicodeScalars.contains($0)
      }
  }

  /// Whether the text is the name of a systemd timer.
  static func isTimer(_ name: String) -> Bool { isPlain(name) && name.hasSuffix(".timer") }

  /// Whether a completing shell takes `word` as one word, expands nothing in it, and does not read it as an option.
  static func isShellWord(_ word: String) -> Bool {
    guard let first = word.unicodeScalars.first, first != "-" else { return false }
    return word.unicodeScalars.allSatisfy {
      isLetterOrDigit($0) || "._@:/+,%=-".unicodeScalars.contains($0)
    }
  }

  /// Whether the character is an ASCII letter or digit.
  private static func isLetterOrDigit(_ scalar: Unicode.Scalar) -> Bool {
    ("a"..."z").contains(scalar) || ("A"..."Z").contains(scalar) || ("0"..."9").contains(scalar)
  }
}
