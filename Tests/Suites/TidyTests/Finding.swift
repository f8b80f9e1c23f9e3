/// Something in a file that should not be there.
struct Finding: Hashable, CustomStringConvertible {
  var path: String
  /// The number of the line, from 1.
  var line: Int
  var what: String

  var description: String { "\(path):\(line): \(what)" }
}

/// A rule that checks one file.
protocol Rule {
  func findings(in file: Repository.File) -> [Finding]
}

extension Rule {
  /// Returns the findings of `look` in each line of the file's code, without comments and strings.
  func findings(
    inCodeOf file: Repository.File, _ look: (Substring) -> String?
  ) -> [Finding] {
    // Most files have nothing to find even in their comments, and need not be read closely.
    let lines = file.text.split(separator: "\n", omittingEmptySubsequences: false)
    guard lines.contains(where: { look($0) != nil }) else { return [] }
    return SwiftCode(file.text).lines.enumerated().compactMap { index, line in
      look(line).map { Finding(path: file.path, line: index + 1, what: $0) }
    }
  }
}
