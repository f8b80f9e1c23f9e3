/// A negated command in a shell script that never fails the script: `set -e` ignores commands that are inverted with
/// `!` (POSIX, Shell Command Language, 2.14, set). Only the last command of a function is its result.
struct NegationRule: Rule {
  func findings(in file: Repository.File) -> [Finding] {
    guard file.path.hasSuffix(".sh") else { return [] }
    let lines = file.text.split(separator: "\n", omittingEmptySubsequences: false)
      .map { $0.drop { $0.isWhitespace } }
    return lines.indices.compactMap { index in
      guard lines[index].hasPrefix("! "), !lines[index].contains("||"),
        lines[(index + 1)...].first(where: { !$0.isEmpty })?.first != "}"
      else { return nil }
      return Finding(path: file.path, line: index + 1, what: "the result of `!` is not heeded")
    }
  }
}
