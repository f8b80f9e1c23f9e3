/// A suggestion for a mistyped word.
package enum Suggestion {
  /// Returns the word among `words` that is nearest to `word`, at most two letters away; `nil` if there is none.
  package static func nearest(to word: String, among words: [String]) -> String? {
    let distances = words.map { (word: $0, distance: distance(Array(word), Array($0))) }
    guard let nearest = distances.min(by: { $0.distance < $1.distance }) else { return nil }
    return nearest.distance <= min(2, word.count - 1) ? nearest.word : nil
  }

  /// Returns the least number of insertions, deletions, changes and swaps of adjacent letters that turn `left` into
  /// `right`.
  private static func distance(_ left: [Character], _ right: [Character]) -> Int {
    // The last two rows of a table: the distances of a beginning of `left` to each beginning of `right`.
    var before: [Int] = []
    var row = Array(0...right.count)
    for (index, letter) in left.enumerated() {
      var next = [index + 1]
      for (column, other) in right.enumerated() {
        let changed = row[column] + (letter == other ? 0 : 1)
        var least = min(changed, min(row[column + 1], next[column]) + 1)
        let isSwap =
          index > 0 && column > 0 && letter == right[column - 1] && left[index - 1] == other
        if isSwap { least = min(least, before[column - 1] + 1) }
        next.append(least)
      }
      (before, row) = (row, next)
    }
    return row[right.count]
  }
}
