/// Intervals and moments in the order of time, each written as its distance from the one before: small numbers that
/// take few bytes. The intervals 100 to 130 and 150 to 160 become `[100, 30, 20, 10]`. The script of a page adds the
/// distances again.
struct DistanceLine {
  private(set) var numbers: [Int] = []
  private var lastMoment = 0

  /// Adds an interval as the gap before it and its length. If it overlaps the one before, it begins at that one's end.
  mutating func addInterval(_ start: Int, _ end: Int) {
    let begin = max(start, lastMoment)
    numbers += [begin - lastMoment, max(0, end - begin)]
    lastMoment = max(begin, end)
  }

  /// Adds an interval with a value, as three numbers: the gap before it, its length and the value.
  mutating func addInterval(_ start: Int, _ end: Int, _ value: Int) {
    addInterval(start, end)
    numbers.append(value)
  }

  /// Adds a value that applies from a moment on. A repeated value is left out, and of two at the same moment the later
  /// one applies.
  mutating func addValue(_ value: Int, from moment: Int) {
    // The last number of the line is the last added value.
    guard numbers.last != value else { return }
    numbers += [max(0, moment - lastMoment), value]
    lastMoment = max(moment, lastMoment)
  }
}
