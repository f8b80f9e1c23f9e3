extension [String] {
  /// The enumeration in a sentence: `a`, `a and b`, `a, b and c`.
  package var enumerated: String { enumerated(first: count) }

  /// Returns the enumeration of the first elements, and the number of the others: `a, b, c and 2 more`.
  ///
  /// - Parameters:
  ///   - limit: The maximum number of named elements.
  ///   - total: The number of all elements, if this array has only the first of them; `nil` if it has all.
  ///   - separator: The separator of elements that can contain commas.
  package func enumerated(
    first limit: Int, of total: Int? = nil, separator: String = ", "
  ) -> String {
    let named = prefix(limit)
    let rest = (total ?? count) - named.count
    let words = named + (rest > 0 ? ["\(rest) more"] : [])
    guard let last = words.last, words.count > 1 else { return words.first ?? "" }
    return words.dropLast().joined(separator: separator) + " and " + last
  }
}
