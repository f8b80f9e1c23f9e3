/// Delays noticeable work until the device is not used. The score of work that is not noticeable falls during use.
struct DeviceActivityPolicy: Policy {
  let name = "Device Activity"
  let reads: DeviceFields = .user

  /// Returns a hold while a user is steadily active, if the request or its kind waits for idleness; otherwise a score.
  func verdict(on candidate: Candidate) -> Verdict? {
    let rules = candidate.rules
    if candidate.device.userActive.value,
      let ground = candidate.ground(
        ofUnmet: .idle, byDefault: rules.userActivity == .holds && !candidate.relaxesIdle)
    {
      return .hold(.userActive, ground, weight: rules.activityWeight)
    }
    return .proceed(weight: rules.activityWeight, score: score(candidate))
  }

  /// Returns 1 if idle with a dark screen, 0.75 if idle with a lit screen, 0.25 in use. (0.25 and 0.75 are among the
  /// scores that logs show).
  private func score(_ candidate: Candidate) -> Double {
    if candidate.raw.userIsActive(busyLoad: candidate.settings.busyLoad) { return 0.25 }
    return candidate.raw.screenIsOn == true ? 0.75 : 1
  }

  /// Returns in words whether the device is in use, and for a hold the ground on which the request waits for idleness.
  func rationale(of verdict: Verdict, on candidate: Candidate) -> String {
    guard verdict.reason != nil else {
      if candidate.device.userActive.value { return inUse(candidate.raw) }
      return candidate.raw.reportsUser ? "idle" : "unknown, assumed idle"
    }
    // The hold follows the steady value, which can differ from the present one for a while.
    let isIdleNow = !candidate.raw.userIsActive(busyLoad: candidate.settings.busyLoad)
    let now = isIdleNow ? "not idle long enough" : inUse(candidate.raw)
    return "idle: \(verdict.ground.words); \(now)"
  }

  /// Returns that the device is in use, with the value that shows it if no source reports whether the device is idle.
  private func inUse(_ device: DeviceState) -> String {
    if device.isIdle != nil { return "in use" }
    if let screenIsOn = device.screenIsOn {
      return screenIsOn ? "in use, as the screen is on" : "in use"
    }
    return device.load == nil ? "in use" : "in use, judged by the load"
  }
}
