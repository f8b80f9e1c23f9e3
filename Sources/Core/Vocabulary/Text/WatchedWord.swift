/// A path or a key for whose changes a request waits.
package enum WatchedWord {
  /// Whether it is a path, and not a key.
  package static func isPath(_ word: String) -> Bool { word.utf8.first == UInt8(ascii: "/") }

  /// Several, as a sentence has them: a word alone is the name of a key.
  package static func enumerated(_ words: [String]) -> String {
    words.map { isPath($0) ? $0 : "the key \($0)" }.joined(separator: ", ")
  }
}
