/// A path or a key whose changes a request waits for.
package enum WatchedWord {
  /// Whether `word` is a path, and not a key.
  package static func isPath(_ word: String) -> Bool { word.utf8.first == UInt8(ascii: "/") }

  /// Returns several words for a sentence, with "the key" before the name of a key.
  package static func enumerated(_ words: [String]) -> String {
    words.map { isPath($0) ? $0 : "the key \($0)" }.joined(separator: ", ")
  }
}
