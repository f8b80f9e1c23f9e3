/// Leaves out as much of a list as possible while it still fails: halves, quarters and so on, then single elements. The
/// same list always shrinks to the same list.
package struct Shrinker {
  let fails: ([Int]) -> Bool

  package init(fails: @escaping ([Int]) -> Bool) {
    self.fails = fails
  }

  /// - Returns: `list` itself, if it does not fail.
  package func shrink(_ list: [Int]) -> [Int] {
    guard fails(list) else { return list }
    var kept = list
    var length = max(1, kept.count / 2)
    while true {
      let isSmaller = leaveOut(&kept, length)
      if length == 1 && !isSmaller { return kept }
      length = isSmaller ? min(length, max(1, kept.count / 2)) : max(1, length / 2)
    }
  }

  /// Tries to leave out each part of `length` numbers. Returns whether at least one part was left out.
  private func leaveOut(_ kept: inout [Int], _ length: Int) -> Bool {
    var isSmaller = false
    var start = 0
    while start < kept.count {
      let rest = Array(kept[..<start] + kept[min(start + length, kept.count)...])
      if fails(rest) {
        kept = rest
        isSmaller = true
      } else {
        start += length
      }
    }
    return isSmaller
  }
}
