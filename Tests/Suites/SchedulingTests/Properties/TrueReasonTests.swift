import Testing

@testable import Scheduling

/// Each reason that `explain` reports is true, and there are no others.
struct TrueReasonTests {
  /// Ten thousand states, in packets so that the packets run on all processors.
  @Test(arguments: 0..<20 as Range<UInt64>)
  func whatIsNamedHoldsAndNothingElse(packet: UInt64) {
    var random = SeededGenerator(seed: 7000 + packet)
    var waiting = 0
    for number in 0..<500 {
      let state = RandomState(Kind.allCases[number % Kind.allCases.count], &random)
      guard let reasons = state.reasons() else { continue }
      waiting += 1
      let cleared = state.cleared(of: reasons)
      let left = cleared.reasons()
      #expect(left == nil, "\(packet), \(number): waited for \(reasons), then for \(left ?? [])")
      for reason in reasons { leaveOut(reason, of: reasons, state, "\(packet), \(number)") }
    }
    #expect(waiting > 300)
  }

  private func leaveOut(
    _ reason: Reason, of reasons: [Reason], _ state: RandomState, _ name: String
  ) {
    let others = reasons.filter { $0 != reason }
    let left = state.cleared(of: others).reasons()
    let goes = others.contains { Self.takesAlong($0, state).contains(reason) }
    #expect(
      left == [reason] || goes && left == nil,
      "\(name): of \(reasons) \(reason) was left, and it waits for \(left ?? [])")
  }

  /// Returns the reasons that end together with `reason`, because they depend on the same value.
  private static func takesAlong(_ reason: Reason, _ state: RandomState) -> Set<Reason> {
    switch reason {
    // A push for the app on the screen overrides all vetoes, except when it is switched off.
    case .switchedOff where state.request.terms.kind == .push && state.app?.isForeground == true:
      Set(Reason.allCases).subtracting([.earliest, .backoff, .running, .concurrencyLimit, .group])
    // Floors and low-power mode apply only, or more strictly, on battery. Uses of an app on mains are not counted.
    case .power: [.battery, .lowPower, .quota, .rateLimit, .price]
    // Power gives way at the latest date if the battery level is sufficient. A loss of power takes effect after a delay
    // if the battery is above the floor. Maintenance runs in low-power mode above 30 %.
    case .battery: [.power, .lowPower]
    // If no source reports whether the user is active, the screen decides, otherwise the load.
    case .screen, .load: [.userActive, .quota, .rateLimit]
    // A restricted app has no limit on mains while no user uses the device.
    case .userActive: [.quota, .rateLimit]
    default: []
    }
  }
}
