/// The plain conversion of a floating-point number to an integer traps if the value is out of range or not a number.
/// One such value in a database would stop the daemon at each start. `Int(bounded:)` and similar initializers accept
/// every value. This rule is a heuristic: it knows the names that are declared with such a type.
struct ConversionRule: Rule {
  /// The paths of the helpers.
  static let helpers = [
    "Sources/Core/Scheduling/Model/Arithmetic/", "Sources/Core/Vocabulary/Numbers/",
  ]

  /// Names of numbers with a fraction, and of nothing else, anywhere in the sources.
  private let names: Set<String>
  /// The same names for each folder, since a declaration is usually in the same folder as its uses.
  private let folders: [String: Set<String>]

  init(over files: [Repository.File]) {
    let lines = { (files: [Repository.File]) in
      files.flatMap { SwiftCode($0.text).lines.map { String($0) } }
    }
    names = Self.names(in: lines(files))
    folders = Dictionary(grouping: files) { Self.folder(of: $0) }
      .mapValues { Self.names(in: lines($0)) }
  }

  private static func folder(of file: Repository.File) -> String {
    file.path.split(separator: "/").dropLast().joined(separator: "/")
  }

  func findings(in file: Repository.File) -> [Finding] {
    guard !Self.helpers.contains(where: file.path.hasPrefix) else { return [] }
    let names = names.union(folders[Self.folder(of: file)] ?? [])
    return findings(inCodeOf: file) { line in
      let argument = Self.arguments(in: line).first { Self.hasFraction($0, names) }
      return argument.map { "'\($0)' may not fit; convert it with (bounded:)" }
    }
  }

  private static func names(in lines: [String]) -> Set<String> {
    var fractions: Set<String> = []
    var others: Set<String> = []
    for line in lines {
      for match in line.matches(of: /(\w+)(?:\([^)]*\))?(?::| ->) ([A-Z]\w*|\[)/) {
        let isFraction = ["Double", "Float"].contains(String(match.output.2))
        if isFraction {
          fractions.insert(String(match.output.1))
        } else {
          others.insert(String(match.output.1))
        }
      }
    }
    return fractions.subtracting(others)
  }

  /// Returns the unlabelled argument of each conversion in the line, up to the end of the line.
  private static func arguments(in line: Substring) -> [Substring] {
    line.matches(of: /\bU?Int(?:8|16|32|64)?\((?!\w+:)/).map { match in
      var depth = 1
      return line[match.range.upperBound...].prefix { character in
        depth += character == "(" ? 1 : character == ")" ? -1 : 0
        return depth > 0
      }
    }
  }

  private static func hasFraction(_ argument: Substring, _ names: Set<String>) -> Bool {
    if argument.contains(", radix:") { return false }
    if argument.contains(/\.rounded\(|\bDouble\(|\bFloat\(|exp2\(|log2\(|\d\.\d|\de\d/) {
      return true
    }
    let withoutParts = argument.replacing("components.seconds", with: "")
    if withoutParts.contains(/\.seconds\b/) { return true }
    return argument.matches(of: /\w+/).contains { names.contains(String($0.output)) }
  }
}
