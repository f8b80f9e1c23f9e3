/// A function with more lines does more than one thing. The rule uses the layout of the formatter: a body ends with a
/// brace at the indentation of its declaration.
struct FunctionRule: Rule {
  static let most = 60

  func findings(in file: Repository.File) -> [Finding] {
    // A file with fewer lines cannot contain a function that is too long.
    let lines = file.text.split(separator: "\n", omittingEmptySubsequences: false)
    guard lines.count > Self.most else { return [] }
    var begun: [(indentation: Int, line: Int)] = []
    var findings: [Finding] = []
    for (index, line) in SwiftCode(file.text).lines.enumerated() {
      let indentation = line.prefix { $0 == " " }.count
      let code = line.dropFirst(indentation)
      if Self.begins(code) {
        begun.append((indentation, index + 1))
      } else if code.first == "}", let last = begun.last, last.indentation == indentation {
        begun.removeLast()
        let length = index + 2 - last.line
        if length > Self.most {
          findings.append(
            Finding(
              path: file.path, line: last.line,
              what: "\(length) lines in one function; at most \(Self.most): split it"))
        }
      } else if let last = begun.last, indentation < last.indentation, !code.isEmpty {
        begun.removeLast()
      }
    }
    return findings
  }

  /// Whether a line begins a function or a computed property whose body continues on the next line.
  private static func begins(_ code: Substring) -> Bool {
    guard !code.hasSuffix("}") else { return false }
    let words = code.prefix { $0 != "{" && $0 != "=" }.split { " (?<".contains($0) }
    let isFunction = ["func", "init", "deinit", "subscript"].contains { words.contains($0) }
    let isProperty = words.contains("var") && code.hasSuffix("{")
    return isFunction && !code.hasPrefix("self.") || isProperty
  }
}
