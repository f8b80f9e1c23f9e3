/// A suggestion for a mistyped word.
package enum Suggestion {
  /// Returns the word among `words` that is nearest to `word`, at most two letters away; `nil` if there is none.
  package static func nearest(to word: String, among words: [String]) -> String? {
    let distances = words.map { (word: $0, distance: distance(Array(word), Array($0))) }
    guard let nearest = distances.min(by: { $0.distance < $1.distance }) else { return nil }
    // At least one letter must be the same.
    let mostChanges = min(2, word.count - 1)
    return nearest.distance <= mostChanges ? nearest.word : nil
  }

  /// Returns the least number of insertions, deletions, changes and swaps of adjacent letters that turn `left` into
  /// `right`.
  private static func distance(_ left: [Character], _ right: [Character]) -> Int {
    // The last two rows of a table (Damerau-Levenshtein). A row has the distances of the first letters of `left` to the
    // first 0, 1, 2 and so on letters of `right`. The row for no letters of `left` has only insertions.
    var rowBefore: [Int] = []
    var row = Array(0...right.count)
    for (index, letter) in left.enumerated() {
      var nextRow = [index + 1]
      for (column, other) in right.enumerated() {
        let changed = row[column] + (letter == other ? 0 : 1)
        let deletedOrInserted = min(row[column + 1], nextRow[column]) + 1
        var least = min(changed, deletedOrInserted)
        let isSwap =
          index > 0 && column > 0 && letter == right[column - 1] && left[index - 1] == other
        if isSwap { least = min(least, rowBefore[column - 1] + 1) }
        nextRow.append(least)
      }
      (rowBefore, row) = (row, nextRow)
    }
    return row[right.count]
  }
}
