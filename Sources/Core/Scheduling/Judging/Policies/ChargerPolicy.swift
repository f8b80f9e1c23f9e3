/// External power, also when the battery is full or "not charging".
struct ChargerPolicy: Policy {
  let name = "Charger Plugged In"
  let reads: DeviceFields = .pluggedIn

  /// Returns a hold without steady external power, if the request or its kind waits for power; otherwise a score.
  func verdict(on candidate: Candidate) -> Verdict? {
    let request = candidate.request
    // Weights seen in logs: 20 if power is required, else 10.
    let weight = request.terms.requires.contains(.power) ? 20.0 : 10.0
    let kindNeedsPower = !candidate.rules.runsOnBattery && !request.terms.allowsBattery
    // A woken machine works on battery only for requests that allow it, also without `wake`.
    let wakeNeedsPower = candidate.awaitsPowerInWake
    if !candidate.isPluggedIn,
      let ground = candidate.ground(
        ofUnmet: .power, byDefault: wakeNeedsPower || kindNeedsPower && !candidate.relaxesPower)
    {
      return .hold(.power, ground, weight: weight)
    }
    return .proceed(weight: weight, score: candidate.raw.isOnBattery ? 0.5 : 1)
  }

  /// Returns the source of power in words, and for a hold the ground on which external power is needed.
  func rationale(of verdict: Verdict, on candidate: Candidate) -> String {
    let isPluggedIn = !candidate.raw.isOnBattery
    guard verdict.reason != nil else {
      if candidate.raw.power == nil { return "unknown, assumed on external power" }
      return isPluggedIn ? "on external power" : "on battery"
    }
    let state = state(behind: verdict, on: candidate) ?? "on battery"
    return "external power: \(verdict.ground.words); \(state)"
  }

  /// Returns the state of power that was plugged in, but not for long enough; `nil` for a device on battery.
  func state(behind verdict: Verdict, on candidate: Candidate) -> String? {
    verdict.reason == nil || candidate.raw.isOnBattery ? nil : "plugged in for less than a minute"
  }
}
