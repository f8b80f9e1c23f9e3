/// How the store keeps the options of a request: each as a member of one JSON object. A member that is
/// missing, since the row is older than its option, leaves what a request has where nothing is said.
enum StoredOptions {
  static var file: GeneratedFile {
    let members = Option.all.flatMap(members)
    return GeneratedFile(
      swift: "Sources/Core/Store/Generated/Request+Options.swift", from: Option.source,
      [
        "import JSON", "import Scheduling", "", "extension Request {",
        "  func writeOptions(to json: inout JSONWriter) {",
      ] + members.map(written) + [
        "  }", "",
        "  mutating func takeOptions(from stored: inout StoredMembers) throws(StoreError) {",
      ] + members.map { "    try stored.take(\"\($0.name)\", &\($0.place))" } + ["  }", "}"])
  }

  private typealias Member = (name: String, place: String, label: String)

  private static func members(_ option: Option) -> [Member] {
    switch option.type {
    case .requirements:
      [(option.field, "requires", ""), ("paths", "needs.paths", "ifNotEmpty: ")]
    case .watched:
      option.shown.map { [(option.field, $0.place, "ifNotEmpty: ")] } ?? []
    default:
      // What is part of a period is kept with it.
      if let place = option.kept ?? option.shown?.place, !place.contains("?") {
        [(option.field, place, option.kept != nil || option.mayBeNil ? "ifThere: " : "")]
      } else {
        []
      }
    }
  }

  private static func written(_ member: Member) -> String {
    "    json.member(\"\(member.name)\", \(member.label)\(member.place))"
  }
}

extension Option {
  /// Whether a request may be without one.
  fileprivate var mayBeNil: Bool {
    if case .signal = type { true } else { shown?.isOptional == true }
  }
}
