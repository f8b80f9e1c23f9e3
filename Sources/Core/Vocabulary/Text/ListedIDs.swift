/// Ids of requests in a sentence.
package enum ListedIDs {
  /// The maximum number of named requests.
  package static let named = 3

  /// Returns the first three of `ids` and the number of the others: `a, b, c and 2 more`.
  package static func text(_ ids: [String]) -> String { ids.enumerated(first: named) }
}
