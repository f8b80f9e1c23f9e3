/// Code that crashes instead of reporting an error: `try!`, `as!` and forced unwrapping.
struct ForceRule: Rule {
  func findings(in file: Repository.File) -> [Finding] {
    guard file.path.hasPrefix("Sources/") else { return [] }
    return findings(inCodeOf: file) { line in
      Self.hasForce(line) ? "forced with '!'" : nil
    }
  }

  private static func hasForce(_ line: Substring) -> Bool {
    for index in line.indices where line[index] == "!" {
      let before = line[..<index].last
      let after = line[line.index(after: index)...].first
      let follows =
        before.map { $0.isLetter || $0.isNumber || ["_", ")", "]", "}", "\"", "?"].contains($0) }
        ?? false
      if follows && after != "=" { return true }
    }
    return false
  }
}
