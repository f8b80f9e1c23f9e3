/// A choice of one of many apps: the n-th has a weight of 1/n (Zipf's law).
struct AppChoice {
  /// The sum of the weights up to each app: 1, 1.5, 1.83 and so on.
  private let cumulativeWeights: [Double]

  /// Creates the choice of one of `count` apps.
  init(count: Int) {
    var sum = 0.0
    cumulativeWeights = (0..<count).map { index in
      sum += 1 / Double(index + 1)
      return sum
    }
  }

  /// Draws the index of one of the apps, by their weights; 0 if there is only one app.
  func next(_ generator: inout SeededGenerator) -> Int {
    guard cumulativeWeights.count > 1, let totalWeight = cumulativeWeights.last else { return 0 }
    // A random point on a line on which each app has a part as long as its weight.
    let point = generator.share() * totalWeight
    return cumulativeWeights.firstIndex { $0 > point } ?? cumulativeWeights.count - 1
  }
}
