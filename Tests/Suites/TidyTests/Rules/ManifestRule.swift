/// Dependencies come from public repositories, in exact versions. Exceptions are dependencies of libraries for apps: an
/// app may need another version of them.
struct ManifestRule: Rule {
  func findings(in file: Repository.File) -> [Finding] {
    guard file.path == "Package.swift" else { return [] }
    let lines = file.text.split(separator: "\n", omittingEmptySubsequences: false)
    return lines.enumerated().compactMap { index, line in
      guard line.contains(".package(") else { return nil }
      let isGood =
        line.contains(/url: "https:\/\/github\.com\/[^"]+", exact: "\d+\.\d+\.\d+"/)
        || line.contains(/apple\/swift-collections", from: "1\.\d+\.\d+"/)
      return isGood
        ? nil
        : Finding(path: file.path, line: index + 1, what: "not an exact version from github.com")
    }
  }
}
