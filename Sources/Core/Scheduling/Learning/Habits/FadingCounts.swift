/// Counts that fade, stored in place. Habits are copied often; with arrays in them each copy would be reference-counted,
/// and each change would copy the arrays.
struct FadingCounts<let count: Int>: Sendable {
  private var cells = InlineArray<count, Float>(repeating: 0)

  init() {}

  /// - Precondition: `counts` has `count` elements.
  init(_ counts: some Collection<Float>) {
    precondition(counts.count == count, "\(counts.count) counts for \(count)")
    for (index, value) in counts.enumerated() { cells[index] = value }
  }

  subscript(index: Int) -> Float {
    get { cells[index] }
    set { cells[index] = newValue }
  }

  var all: [Float] { cells.indices.map { cells[$0] } }

  /// The sum, added up from the first on, so that the last digit is the same everywhere.
  var sum: Float {
    var sum: Float = 0
    for index in cells.indices { sum += cells[index] }
    return sum
  }

  /// The same sum with the digits of a `Double`.
  var exactSum: Double {
    var sum = 0.0
    for index in cells.indices { sum += Double(cells[index]) }
    return sum
  }

  /// Writes the counts to every `step`-th place of `numbers`, from `first` on.
  @inline(__always)
  func write(to numbers: UnsafeMutableBufferPointer<Float>, from first: Int, every step: Int) {
    var place = first
    for index in 0..<count {
      numbers[place] = cells[index]
      place += step
    }
  }

  /// Multiplies all counts by `factor`, below 1, so that earlier events weigh less than later ones.
  mutating func fade(by factor: Float) {
    for index in cells.indices { cells[index] *= factor }
  }
}

extension FadingCounts: Hashable {
  static func == (left: Self, right: Self) -> Bool {
    // Without spans, the present compiler copies all cells for each of them.
    let (left, right) = (left.cells.span, right.cells.span)
    for index in left.indices where left[index] != right[index] { return false }
    return true
  }

  func hash(into hasher: inout Hasher) {
    for index in cells.indices { hasher.combine(cells[index]) }
  }
}

/// Counts by hour of the day.
typealias HourlyCounts = FadingCounts<24>
