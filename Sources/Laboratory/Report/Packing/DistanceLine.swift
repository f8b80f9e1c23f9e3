/// Spells and moments in the order of time, each told by its distance from the one before: small numbers
/// that take few bytes.
struct DistanceLine {
  private(set) var numbers: [Int] = []
  private var last = 0

  /// An interval: the gap before it and its length. What overlaps the one before begins where that ends.
  mutating func add(_ start: Int, _ end: Int) {
    let begin = max(start, last)
    numbers += [begin - last, max(0, end - begin)]
    last = max(begin, end)
  }

  mutating func add(_ start: Int, _ end: Int, _ value: Int) {
    add(start, end)
    numbers.append(value)
  }

  /// A value that holds from a moment on; one that is told again is left out, and of two at the same
  /// moment the later one holds.
  mutating func add(_ value: Int, from moment: Int) {
    guard numbers.last != value else { return }
    numbers += [max(0, moment - last), value]
    last = max(moment, last)
  }
}
