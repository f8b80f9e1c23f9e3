extension Context {
  /// Returns the quiet hours that hold `request` at `moment`; `nil` if there are none.
  func quietHold(_ request: Request, at moment: WallTime) -> QuietHold? {
    quiet.hold(request, at: moment, zoneSeconds: clocks.zoneSeconds)
  }

  /// Returns the inputs of `request`, whose window has closed to `stage`, for the device's gates and the forecast.
  func gateProfile(of request: Request, stage: WindowStage) -> GateProfile {
    GateProfile(of: request, stage: stage, quiet: quiet.hoursWithoutBetterMoment(for: request))
  }
}
