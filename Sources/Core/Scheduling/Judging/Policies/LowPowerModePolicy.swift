/// The user's low-power mode: each kind has its own answer.
struct LowPowerModePolicy: Policy {
  let name = "Low Power Mode"
  let reads: DeviceFields = [.lowPower, .power, .battery]
  private let weight = 1.0

  /// Returns a hold in low-power mode, unless the kind runs in it or the request is relaxed; otherwise a score. An
  /// unknown mode is treated as off.
  func verdict(on candidate: Candidate) -> Verdict? {
    guard candidate.raw.lowPower == true else { return .proceed(weight: weight, score: 1) }
    guard permits(candidate) || candidate.isRelaxed else {
      return .hold(.lowPower, .byDefault, weight: weight)
    }
    return .proceed(weight: weight, score: 0.5)
  }

  /// Returns whether the kind's rule for low-power mode lets the request run now.
  private func permits(_ candidate: Candidate) -> Bool {
    switch candidate.rules.lowPower {
    case .never: false
    case .always: true
    case .pluggedIn(let level):
      candidate.isPluggedIn && (candidate.raw.battery ?? 100) >= level
    case .onBattery: candidate.isPluggedIn || candidate.stage.bearsLowPower
    }
  }

  /// Whether the share of time until low-power runs is counted from the interval, and not from the window.
  private func isOfInterval(_ request: Request) -> Bool {
    request.window.latest == nil && request.period != nil
  }

  /// Returns the state of low-power mode in words, with the rule of the kind if the mode is on.
  func rationale(of verdict: Verdict, on candidate: Candidate) -> String {
    guard candidate.raw.lowPower == true else {
      return candidate.raw.lowPower == nil ? "unknown, assumed off" : "low-power mode is off"
    }
    switch (verdict.reason, candidate.rules.lowPower) {
    case (nil, _) where !permits(candidate):
      return "low-power mode is on; the request no longer waits for its end"
    case (nil, _): return "low-power mode is on; this kind may run in it"
    case (_, .pluggedIn(let level)):
      return "low-power mode is on; this kind runs only when plugged in, from \(level) %"
    case (_, .onBattery(let share)):
      let percent = Int(bounded: share * 100)
      return "low-power mode is on; this kind runs on battery after \(percent) %"
        + " of its \(isOfInterval(candidate.request) ? "interval" : "window")"
    default: return "low-power mode is on"
    }
  }
}
