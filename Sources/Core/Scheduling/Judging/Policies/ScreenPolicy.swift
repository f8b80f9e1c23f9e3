/// A dark screen, for requests that name it.
struct ScreenPolicy: Policy {
  let name = "Screen"
  let reads: DeviceFields = .screen
  private let weight = 1.0

  /// Returns a hold while the screen is on, if the request waits for a dark screen; otherwise a score. An unknown
  /// screen is treated as off. `nil` if the request does not name the screen.
  func verdict(on candidate: Candidate) -> Verdict? {
    guard candidate.wants(.screenOff) else { return nil }
    if candidate.raw.screenIsOn == true,
      let ground = candidate.ground(ofUnmet: .screenOff)
    {
      return .hold(.screen, ground, weight: weight)
    }
    return .proceed(weight: weight, score: candidate.raw.screenIsOn == true ? 0.5 : 1)
  }

  /// Returns the state of the screen in words, and for a hold the ground on which a dark screen is needed.
  func rationale(of verdict: Verdict, on candidate: Candidate) -> String {
    guard let isOn = candidate.raw.screenIsOn else { return "unknown, assumed off" }
    let state = isOn ? "on" : "off"
    return verdict.reason == nil
      ? "the screen is \(state)" : "screen off: \(verdict.ground.words); the screen is on"
  }
}
