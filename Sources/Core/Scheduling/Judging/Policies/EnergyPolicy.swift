/// Spends the energy allowance of the day on useful refreshes: each must be worth the price at which the allowance
/// lasts the day.
struct EnergyPolicy: Policy {
  let name = "Energy"
  let concernsApp = true
  let reads: DeviceFields = []
  private let weight = 1.0

  func verdict(on candidate: Candidate) -> Verdict? {
    guard let offer = candidate.offer, candidate.insistence == nil else { return nil }
    guard offer.isTaken || candidate.isRelaxed else {
      return .hold(.price, .standing, weight: weight)
    }
    return .proceed(weight: weight, score: offer.isFree || offer.isDue ? 1 : min(1, offer.worth))
  }

  func lifts(_ verdict: Verdict, on candidate: Candidate) -> WallTime? {
    candidate.offer?.next
  }

  func rationale(of verdict: Verdict, on candidate: Candidate) -> String {
    guard let offer = candidate.offer else { return "" }
    if offer.isFree { return "on external power, and the app was opened since its last refresh" }
    if offer.isDue { return "on external power, and the last refresh is hours ago" }
    guard offer.worth > 0 else {
      return candidate.app?.value.habit.lastOpen == nil
        ? "the app was never opened" : "the app was opened or refreshed within the hour"
    }
    if verdict.reason != nil && offer.worth >= offer.price {
      return "worth its price, if it still is at the next comparison"
    }
    let relation = verdict.reason == nil ? "worth its price" : "not worth its price"
    return "\(relation): worth \(hundredths(offer.worth)), price \(hundredths(offer.price))"
  }

  private func hundredths(_ value: Double) -> String {
    let whole = Int(bounded: (min(value, 1e6) * 100).rounded())
    return "\(whole / 100).\(padded(whole % 100, 2))"
  }
}
