import OrderedCollections
import Scheduling

/// Prediction of the next app by partial match (PPM): the apps that followed the same last apps before.
///
/// The longest known context is used first. Apps that it does not contain get their chance from shorter contexts, by the
/// escape of method C: the number of different successors, against the number of all (A. Moffat, "Implementing the PPM data compression
/// scheme", IEEE Transactions on Communications 38(11), 1990). A shorter context does not count the successors of a
/// longer one again.
struct PartialMatch: Sendable {
  /// The number of last apps in the longest context.
  private let order: Int
  /// The number of times that each app followed each context.
  private var successors: [[AppKey]: OrderedDictionary<AppKey, Int>] = [:]
  private var recent: [AppKey] = []

  init(order: Int) {
    self.order = order
  }

  /// Learns that `app` followed the last ones.
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
    var left = 1.0
    for length in (0...recent.count).reversed() {
      let known = successors[Array(recent.suffix(length))] ?? [:]
      let unseen = known.filter { chances[$0.key] == nil }
      let whole = Double(unseen.values.reduce(0, +) + unseen.count)
      guard whole > 0 else { continue }
      for (app, count) in unseen { chances[app] = left * Double(count) / whole }
      left *= Double(unseen.count) / whole
    }
    return chances
  }
}
