import Glibc

/// The quality of forecasts with two outcomes: log loss and Brier score, where less is better, and AUC. AUC is the
/// probability that a positive case has a higher forecast than a negative one.
struct Marks {
  private var forecasts: [(chance: Double, came: Bool)] = []

  mutating func note(_ chance: Double, came: Bool) {
    forecasts.append((min(0.9999, max(0.0001, chance)), came))
  }

  var logLoss: Double {
    mean { chance, came in -log(came ? chance : 1 - chance) }
  }

  var brier: Double {
    mean { chance, came in ((came ? 1 : 0) - chance) * ((came ? 1 : 0) - chance) }
  }

  /// The AUC, by ranks; equal forecasts have their mean rank.
  var auc: Double {
    let sorted = forecasts.sorted { $0.chance < $1.chance }
    let yes = Double(sorted.count { $0.came })
    var sum = 0.0
    var start = 0
    while start < sorted.count {
      var end = start
      while end < sorted.count, sorted[end].chance == sorted[start].chance { end += 1 }
      sum += Double(start + 1 + end) / 2 * Double(sorted[start..<end].count { $0.came })
      start = end
    }
    return (sum - yes * (yes + 1) / 2) / (yes * (Double(sorted.count) - yes))
  }

  private func mean(_ value: (Double, Bool) -> Double) -> Double {
    forecasts.reduce(0) { $0 + value($1.chance, $1.came) } / Double(forecasts.count)
  }
}
