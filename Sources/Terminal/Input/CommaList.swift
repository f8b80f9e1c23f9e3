extension [String] {
  /// The words of repeated options that take comma-separated lists: `a,b` and `c` are `a`, `b`, `c`.
  /// Nil where there are none, so that the field is left out of the call.
  package var words: [String]? {
    let words = flatMap { $0.split(separator: ",").map(String.init) }
    return words.isEmpty ? nil : words
  }
}
