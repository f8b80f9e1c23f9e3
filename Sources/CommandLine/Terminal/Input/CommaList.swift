extension [String] {
  /// The words of repeated options that take comma-separated lists: `a,b` and `c` are `a`, `b`, `c`.
  /// Nil where there are none, so that the field is left out of the call.
  ///
  /// - Parameter option: As it is typed, for the error where a list has an empty place.
  package func words(of option: String) throws(InputError) -> [String]? {
    var words: [String] = []
    for list in self {
      let parts = list.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
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
