/// A file of more lines holds more than one idea.
struct LengthRule: Rule {
  static let most = 320

  func findings(in file: Repository.File) -> [Finding] {
    guard file.path.hasSuffix(".swift") else { return [] }
    let count = file.text.split(separator: "\n", omittingEmptySubsequences: false).count - 1
    guard count > Self.most else { return [] }
    return [
      Finding(path: file.path, line: count, what: "\(count) lines; at most \(Self.most): split it")
    ]
  }
}
