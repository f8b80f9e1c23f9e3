/// Spends the energy allowance of the day on useful refreshes: each must be worth the price at which the allowance
/// lasts the day.
struct EnergyPolicy: Policy {
  let name = "Energy"
  let concernsApp = true
  let holdsOnlyStarts = true
  let reads: DeviceFields = []
  private let weight = 1.0

  /// Returns a hold for a refresh that is not worth its price, unless the request is relaxed. Otherwise the score is
  /// its worth, or 1 if it is free or due. `nil` for kinds without a price, and if an operator forces the run.
  func verdict(on candidate: Candidate) -> Verdict? {
    guard let valuation = candidate.valuation, candidate.forceLevel == nil else { return nil }
    guard valuation.isAccepted || candidate.isRelaxed else {
      return .hold(.price, .byDefault, weight: weight)
    }
    let hasNoPrice = valuation.isFree || valuation.isDue
    return .proceed(weight: weight, score: hasNoPrice ? 1 : min(1, valuation.worth))
  }

  /// Returns the time of the next comparison at which only time may have made the refresh worth its price; `nil` if it
  /// is unknown.
  func liftTime(of verdict: Verdict, on candidate: Candidate) -> WallTime? {
    candidate.valuation?.next
  }

  /// Returns the worth and the price in words. Both are compared only every few minutes, so that a refresh can be held
  /// although it has become worth its price.
  func rationale(of verdict: Verdict, on candidate: Candidate) -> String {
    guard let valuation = candidate.valuation else { return "" }
    if valuation.isFree {
      return "on external power, and the app was opened since its last refresh"
    }
    if valuation.isDue { return "on external power, and the last refresh is hours ago" }
    guard valuation.worth > 0 else {
      return candidate.app?.value.habit.lastOpen == nil
        ? "the app was never opened" : "the app was opened or refreshed within the hour"
    }
    if verdict.reason != nil && valuation.worth >= valuation.price {
      return "worth its price, if it still is at the next comparison"
    }
    let relation = verdict.reason == nil ? "worth its price" : "not worth its price"
    return "\(relation): worth \(hundredths(valuation.worth)), price \(hundredths(valuation.price))"
      + addition(valuation.cause)
  }

  /// Returns the cause of a worth in words, as an addition to the worth.
  private func addition(_ cause: WorthCause?) -> String {
    switch cause {
    case .followsLastApp: "; the app is likelier than usual to be opened next"
    case .followsUnlocking: "; the app is often opened first after unlocking"
    case .isForgotten: "; the app was seldom opened, and not for days"
    case nil: ""
    }
  }

  /// Returns `value`, at most a million, with two decimal places.
  private func hundredths(_ value: Double) -> String {
    let whole = Int(bounded: (min(value, 1e6) * 100).rounded())
    return "\(whole / 100).\(padded(whole % 100, 2))"
  }
}
