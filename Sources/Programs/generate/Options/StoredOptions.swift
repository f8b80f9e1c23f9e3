/// The stored form of a request's options: members of one JSON object. If a row is older than an option, the missing
/// member leaves the default.
enum StoredOptions {
  /// The file with the code that writes and reads the stored options.
  static var file: GeneratedFile {
    let members = Option.all.flatMap(members)
    return GeneratedFile(
      swift: "Sources/Core/Store/Generated/Terms+Members.swift", from: Option.source,
      [
        "import JSON", "import Scheduling", "", "extension Terms {",
        "  func writeOptions(to json: inout JSONWriter) {",
        "    let (run, needs) = (self.run, self.needs)",
      ] + members.map(written) + [
        "  }", "",
        "  mutating func readOptions(from stored: inout StoredMembers) throws(StoreError) {",
      ] + members.map { "    try stored.read(\"\($0.name)\", &\($0.place))" } + ["  }", "}"])
  }

  private typealias Member = (name: String, place: String, label: String)

  /// The fields stored with the window and the period.
  private static let dates: Set = ["atLatest", "every", "flex"]

  /// Returns the JSON members that store an option; none if it is not a term, or is one of `dates`.
  private static func members(_ option: Option) -> [Member] {
    guard let term = option.term, !dates.contains(option.field) else { return [] }
    return switch option.type {
    case .requirements:
      // One option of the command line, but three terms.
      [
        (option.field, "requires", ""), ("paths", "needs.paths", "ifNotEmpty: "),
        ("networks", "needs.networks", "ifNotEmpty: "),
      ]
    case .watched, .ids, .tags, .calendar: [(option.field, term, "ifNotEmpty: ")]
    default: [(option.field, term, option.isOptional ? "ifThere: " : "")]
    }
  }

  /// Returns the line of code that writes a member.
  private static func written(_ member: Member) -> String {
    "    json.member(\"\(member.name)\", \(member.label)\(member.place))"
  }
}
