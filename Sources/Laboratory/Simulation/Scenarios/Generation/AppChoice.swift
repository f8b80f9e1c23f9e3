/// A choice of one of many apps: the n-th has a weight of 1/n (Zipf's law).
struct AppChoice {
  /// The cumulative weights.
  private let sums: [Double]

  init(count: Int) {
    var sum = 0.0
    sums = (0..<count).map { index in
      sum += 1 / Double(index + 1)
      return sum
    }
  }

  /// Draws the index of one of the apps, by their weights; 0 if there is only one app.
  func next(_ generator: inout SeededGenerator) -> Int {
    guard sums.count > 1, let all = sums.last else { return 0 }
    let point = generator.share() * all
    return sums.firstIndex { $0 > point } ?? sums.count - 1
  }
}
