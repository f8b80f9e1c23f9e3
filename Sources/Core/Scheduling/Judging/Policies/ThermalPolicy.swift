/// Heat: each kind has its ceiling, above which only relaxed requests start. From `serious` on the veto is
/// absolute (for user-initiated requests from `critical` on).
struct ThermalPolicy: Policy {
  let name = "Thermal"
  let reads: DeviceFields = .thermal
  private let weight = 5.0

  /// Returns an absolute veto from `serious` heat on (`critical` for user-initiated work), a hold above the ceiling of
  /// the kind and while the device cools down after a stop for heat, and otherwise a score. A relaxed request passes
  /// the hold.
  func verdict(on candidate: Candidate) -> Verdict? {
    let state = candidate.raw.thermal ?? .nominal
    let isUserInitiated = candidate.request.terms.kind == .userInitiated
    let tooHot: ThermalState = isUserInitiated ? .critical : .serious
    if state >= tooHot { return .veto(.thermal, weight: weight) }
    let ceiling = candidate.rules.thermalCeiling
    // User-initiated work does not wait for the cooling time.
    let isCoolingDown = candidate.device.isCooling(above: ceiling) && !isUserInitiated
    if (state > ceiling || isCoolingDown) && !candidate.isRelaxed {
      return .hold(.thermal, .byDefault, weight: weight)
    }
    // 0.20 when warm, as logs show.
    return .proceed(weight: weight, score: state == .nominal ? 1 : 0.2)
  }

  /// Returns the heat in words; for a hold also the ceiling of the kind, or that the device is still cooling down.
  func rationale(of verdict: Verdict, on candidate: Candidate) -> String {
    let state = candidate.raw.thermal ?? .nominal
    guard verdict.reason != nil else {
      return candidate.raw.thermal?.rawValue ?? "unknown, assumed \(state.rawValue)"
    }
    if state > candidate.rules.thermalCeiling {
      return
        "device temperature \(state.rawValue); this kind starts at \(candidate.rules.thermalCeiling.rawValue) or below"
    }
    return "device temperature \(state.rawValue), but not for long enough after a stop for heat"
  }
}
