/// Words quoted for a shell.
package enum ShellText {
  /// Returns a word in single quotes; without them if it has no special character and is not empty.
  package static func quoted(_ word: String) -> String {
    let isPlain = word.unicodeScalars.allSatisfy { scalar in
      scalar.properties.isAlphabetic || ("0"..."9").contains(scalar)
        || "%+,-./:=@_".unicodeScalars.contains(scalar)
    }
    // zsh replaces `=name` by the path of a program.
    if isPlain, !word.isEmpty, !word.hasPrefix("=") { return word }
    let parts = word.split(separator: "'", omittingEmptySubsequences: false)
    return "'" + parts.joined(separator: "'\\''") + "'"
  }
}
