extension Context {
  /// Returns the quiet hours that hold `request` at `moment`; `nil` if there are none.
  func quietHold(_ request: Request, at moment: WallTime) -> QuietHold? {
    quiet.hold(request, at: moment, zoneSeconds: clocks.zoneSeconds)
  }

  /// Returns the inputs of `request`, whose window is at `stage`, for the device's policies and the forecast. Requests
  /// with equal inputs share verdicts.
  func gateProfile(of request: Request, stage: WindowStage) -> GateProfile {
    GateProfile(of: request, stage: stage, quiet: quiet.hoursWithoutBetterMoment(for: request))
  }
}
