import OrderedCollections
import Scheduling

/// Prediction of the next app by partial match (PPM): the apps that followed the same last apps before.
///
/// The longest known context is used first. Apps that it does not contain get their chance from shorter contexts, by
/// the escape of method C: the number of different successors, against the number of all (A. Moffat, "Implementing the
/// PPM data compression scheme", IEEE Transactions on Communications 38(11), 1990). A shorter context does not count
/// the successors of a longer one again.
struct PartialMatch: Sendable {
  /// The number of last apps in the longest context.
  private let order: Int
  /// The number of times that each app followed each context.
  private var successors: [[AppKey]: OrderedDictionary<AppKey, Int>] = [:]
  /// The last opened apps, the newest last.
  private var recent: [AppKey] = []

  init(order: Int) {
    self.order = order
  }

  /// Learns that `app` followed the last ones, in contexts of every length: after `a`, `b`, an open of `c` is a
  /// successor of no app, of `b`, and of `a`, `b`.
  mutating func note(_ app: AppKey) {
    for length in 0...recent.count {
      successors[Array(recent.suffix(length)), default: [:]][app, default: 0] += 1
    }
    recent = Array((recent + [app]).suffix(order))
  }

  /// Returns the chance of each known app to be opened next. The chances of all add up to less than 1, since the next
  /// app can be a new one.
  func chances() -> [AppKey: Double] {
    var chances: [AppKey: Double] = [:]
    // The chance that no longer context has predicted the next app.
    var remainingChance = 1.0
    for length in (0...recent.count).reversed() {
      let countsOfSuccessors = successors[Array(recent.suffix(length))] ?? [:]
      let withoutChance = countsOfSuccessors.filter { chances[$0.key] == nil }
      let times = withoutChance.values.reduce(0, +)
      // Method C counts one escape to a shorter context for each different successor.
      let timesAndEscapes = Double(times + withoutChance.count)
      guard timesAndEscapes > 0 else { continue }
      for (app, count) in withoutChance {
        chances[app] = remainingChance * Double(count) / timesAndEscapes
      }
      remainingChance *= Double(withoutChance.count) / timesAndEscapes
    }
    return chances
  }
}
