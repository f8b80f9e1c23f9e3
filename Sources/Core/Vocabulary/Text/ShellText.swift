/// Words quoted for a shell.
package enum ShellText {
  /// Returns a word in single quotes; without them if it has no special character and is not empty.
  package static func quoted(_ word: String) -> String {
    let isPlain = word.unicodeScalars.allSatisfy { scalar in
      scalar.properties.isAlphabetic || ("0"..."9").contains(scalar)
        || "%+,-./:=@_".unicodeScalars.contains(scalar)
    }
    // zsh replaces `=name` by the path of a program.
    if isPlain, !word.isEmpty, word.unicodeScalars.first != "=" { return word }
    // Scalars: an apostrophe before a mark such as U+0301 is not equal to one as a `Character`, but ends the quotes.
    var quoted = "'"
    for scalar in word.unicodeScalars {
      if scalar == "'" { quoted += "'\\''" } else { quoted.unicodeScalars.append(scalar) }
    }
    return quoted + "'"
  }
}
