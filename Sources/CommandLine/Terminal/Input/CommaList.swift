extension [String] {
  /// Returns the words of repeated options with comma-separated lists: `a,b` and `c` are `a`, `b`, `c`. Returns `nil`
  /// if there are none, so that the call leaves out the field.
  ///
  /// - Parameter option: The typed option, for the error about an empty place in a list.
  package func words(of option: String) throws(InputError) -> [String]? {
    var words: [String] = []
    for list in self {
      let comma = UInt8(ascii: ",")
      let parts = list.utf8.split(separator: comma, omittingEmptySubsequences: false).map {
        String(Substring($0))
      }
      guard !parts.contains("") else {
        throw InputError(
          "\(option) '\(list.visible)' is not allowed; use names with one comma between them, or leave"
            + " it out")
      }
      words += parts
    }
    return words.isEmpty ? nil : words
  }
}
