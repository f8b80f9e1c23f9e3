import Varlink

/// The interface, handwritten except for the options. They occur in it twice: in the call of `Submit`, and in a
/// request.
enum InterfaceText {
  static let path = "Sources/Protocol/Control/io.rubato.Scheduler.varlink"

  /// Returns the interface with the fields of the options in its marked places. The last word of a mark is `shown`, for
  /// the fields of a request, or `FIRST...LAST`, for the fields of `Submit` from one option to another; without LAST,
  /// to the last of all options.
  static func file(in checkout: Checkout) throws -> GeneratedFile {
    try GeneratedFile(path, in: checkout) { mark in
      let place = mark.split(separator: " ").last ?? ""
      return fields(place == "shown" ? Option.all.compactMap(shown) : try called(place))
    }
  }

  private typealias Field = (name: String, type: String, comment: String)

  /// Returns the fields of `Submit` for a place such as `earliest...latest`. Throws an error if the place names an
  /// unknown option.
  private static func called(_ place: Substring) throws -> [Field] {
    let names = place.split(separator: "...")
    guard let first = names.first.flatMap(index), let last = names.last.flatMap(index) else {
      throw NotWritable(subject: "the options \(place)")
    }
    let range = place.hasSuffix("...") ? first..<Option.all.endIndex : first..<(last + 1)
    return Option.all[range].map { ($0.field, "?\($0.type.word)", $0.comment) }
  }

  /// Returns the place of an option in the list of all; `nil` if no option has this field.
  private static func index(of field: Substring) -> Int? {
    Option.all.firstIndex { $0.field == field }
  }

  /// Returns the field of an option in the interface's `Request`; `nil` if it has none.
  private static func shown(_ option: Option) -> Field? {
    option.shown.map {
      (option.field, (option.mayBeMissing ? "?" : "") + option.type.word, $0.comment)
    }
  }

  /// Returns the lines of the fields with their comments. Each ends with a comma, since another field follows every
  /// place.
  private static func fields(_ fields: [Field]) -> [String] {
    fields.flatMap { field in
      field.comment.split(separator: "\n").map { "  # \($0)" } + ["  \(field.name): \(field.type),"]
    }
  }
}

extension OptionType {
  /// The type in the interface's language.
  fileprivate var word: String {
    switch self {
    case .text, .word, .time, .signal, .unit, .frequency: "string"
    case .flag: "bool"
    case .duration: "float"
    case .count: "int"
    case .conditions, .requirements, .watched, .ids, .tags, .calendar: "[]string"
    case .limits: "Limits"
    }
  }
}
