/// The rules for tags: words of a user that select requests together.
package enum Tags {
  /// The maximum number of tags of a request.
  package static let most = 16
  /// The maximum length of a tag, in bytes.
  private static let longest = 64

  /// Returns the tags in the order in which a user gives them, each once.
  package static func named(_ words: [String]) -> [String] {
    // A call can have many, and they are counted later.
    var seen: Set<String> = []
    return words.filter { seen.insert($0).inserted }
  }

  /// Returns whether `word` is allowed as a tag: it has 1 to 64 ASCII letters, digits and . _ -, and begins with a
  /// letter or a digit.
  package static func isTag(_ word: String) -> Bool {
    SubmissionCheck.isName(word) && word.utf8.count <= longest
      && !word.utf8.contains { $0 == UInt8(ascii: "@") || $0 == UInt8(ascii: ":") }
  }

  /// Throws a refusal if there are too many tags, or if one is malformed.
  static func check(_ tags: [String]) throws(Refusal) {
    guard tags.count <= most else {
      throw Refusal(
        field: "tags", value: "\(tags.count) tags",
        allowed: "at most \(most) tags, such as photos,nightly")
    }
    for tag in tags where !isTag(tag) {
      throw Refusal(
        field: "tags", value: String(tag.prefix(80)),
        allowed: "1 to \(longest) letters, digits and . _ -, beginning with a letter or digit,"
          + " such as photos")
    }
  }
}
