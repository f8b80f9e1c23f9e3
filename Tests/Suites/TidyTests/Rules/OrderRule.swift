/// Dictionaries and sets have another order in every process, so the core never iterates over one if the order could
/// affect a result. This rule is a heuristic: it knows the names that are declared with such a type.
struct OrderRule: Rule {
  /// Names of dictionaries and sets anywhere in the core.
  private let names: Set<String>

  init(over files: [Repository.File]) {
    names = files.reduce(into: []) { names, file in
      for line in SwiftCode(file.text).lines { names.formUnion(Self.declared(in: line)) }
    }
  }

  func findings(in file: Repository.File) -> [Finding] {
    let pure = ["Sources/Core/Scheduling/", "Sources/Core/Vocabulary/"]
    guard pure.contains(where: { file.path.hasPrefix($0) }) else { return [] }
    return findings(inCodeOf: file) { line in
      let name = names.sorted().first { Self.goesThrough($0, line) }
      return name.map { "goes through '\($0)', which has no order" }
    }
  }

  /// The names in `name: [Key: Value]`, `name: Set<…>`, `name = [Key: Value]()`, `name = Set(…)`.
  private static func declared(in line: Substring) -> [String] {
    line.matches(of: /([A-Za-z_]\w*)(?::|\s=)\s/).compactMap { match in
      hasNoOrder(line[match.range.upperBound...]) ? String(match.output.1) : nil
    }
  }

  /// Whether the text begins with the type of a dictionary or a set.
  private static func hasNoOrder(_ type: Substring) -> Bool {
    if ["Set<", "Set(", "Dictionary<", "Dictionary("].contains(where: { type.hasPrefix($0) }) {
      return true
    }
    guard type.first == "[" else { return false }
    var depth = 0
    for character in type {
      switch character {
      case "[", "(": depth += 1
      case "]", ")": depth -= 1
      case ":" where depth == 1: return true
      default: break
      }
      if depth == 0 { return false }
    }
    return false
  }

  private static func goesThrough(_ name: String, _ line: Substring) -> Bool {
    for range in line.ranges(of: name) {
      let before = line[..<range.lowerBound]
      let isWhole = !(before.last.map { $0.isLetter || $0.isNumber || $0 == "_" } ?? false)
      var rest = line[range.upperBound...]
      guard isWhole, !(rest.first.map { $0.isLetter || $0.isNumber || $0 == "_" } ?? false) else {
        continue
      }
      for view in [".keys", ".values", ".lazy"] where rest.hasPrefix(view) {
        rest = rest.dropFirst(view.count)
      }
      if isLoop(before) && (rest.first == " " || rest.isEmpty) { return true }
      let walks =
        [".map", ".flatMap", ".compactMap", ".filter", ".forEach", ".reduce", ".first"]
        + [".enumerated", ".prefix", ".dropFirst", ".min(by", ".max(by", ".joined", ".popFirst"]
      if walks.contains(where: { rest.hasPrefix($0) }) { return true }
      let isCopied = before.hasSuffix("Array(") || before.hasSuffix("zip(")
      if isCopied { return true }
    }
    return false
  }

  /// Whether the text ends in `for … in` and a path such as `command.`.
  private static func isLoop(_ before: Substring) -> Bool {
    before.contains(/\bfor\s.*\sin\s+(?:\w+\.)*$/)
  }
}
