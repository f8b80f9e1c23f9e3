import ArgumentParser

/// Requests that have one of some tags.
struct TagOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Only requests with this tag; if repeated, with at least one of the tags.",
      valueName: "name"),
    completion: RequestNames.completionOfTags)
  var tag: [String] = []

  /// Whether no tag was typed.
  var isEmpty: Bool { tag.isEmpty }

  /// Returns the typed tags, of which several can be in one word, separated by commas. Throws a refusal if a word is
  /// empty.
  func names() throws(Failure) -> [String] { try OptionValue.words(tag, of: "--tag") ?? [] }

  /// Returns whether a request with these `tags` has one of the `wanted` ones, or if these are empty.
  static func includes(_ wanted: [String], _ tags: [String]) -> Bool {
    wanted.isEmpty || tags.contains(where: wanted.contains)
  }
}
