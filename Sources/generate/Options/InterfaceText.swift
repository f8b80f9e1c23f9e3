import Varlink

/// The interface, in which the options stand twice: in the call of `Submit`, and where a request shows them.
enum InterfaceText {
  static let path = "Sources/Control/io.rubato.Scheduler.varlink"
  static let template = "Sources/generate/io.rubato.Scheduler.varlink.template"

  /// - Parameter template: The interface, with these lines for options:
  ///   `@call FIRST LAST` (to the last of all, without LAST) and `@shown`.
  static func file(_ template: String) throws -> GeneratedFile {
    var lines = [
      "# \(GeneratedFile.mark) from \(Self.template)",
      "# and the options in Sources/generate/Options. Change those instead.", "",
    ]
    for line in template.split(separator: "\n", omittingEmptySubsequences: false) {
      let words = line.split(separator: " ").map(String.init)
      switch words.first {
      case "@call": lines += fields(try called(words.dropFirst()))
      case "@shown": lines += fields(Option.all.compactMap(shown))
      default: lines.append(String(line))
      }
    }
    return GeneratedFile(path: path, text: lines.joined(separator: "\n"))
  }

  private typealias Field = (name: String, type: String, comment: String)

  private static func called(_ names: ArraySlice<String>) throws -> [Field] {
    guard let first = names.first.flatMap(place), let last = names.last.flatMap(place) else {
      throw NotWritable(what: "the options \(names)")
    }
    let range = names.count == 1 ? first..<Option.all.endIndex : first..<(last + 1)
    return Option.all[range].map { ($0.field, "?\($0.type.word)", $0.comment) }
  }

  private static func place(_ field: String) -> Int? {
    Option.all.firstIndex { $0.field == field }
  }

  private static func shown(_ option: Option) -> Field? {
    option.shown.map {
      (option.field, ($0.isOptional ? "?" : "") + option.type.word, $0.comment)
    }
  }

  /// A comma ends each: the template has a field behind them.
  private static func fields(_ fields: [Field]) -> [String] {
    fields.flatMap { field in
      field.comment.split(separator: "\n").map { "  # \($0)" } + ["  \(field.name): \(field.type),"]
    }
  }
}

extension OptionType {
  /// In the interface's language.
  fileprivate var word: String {
    switch self {
    case .text, .word, .time, .signal, .unit: "string"
    case .flag: "bool"
    case .duration: "float"
    case .count: "int"
    case .conditions, .requirements: "[]string"
    case .limits: "Limits"
    }
  }
}
