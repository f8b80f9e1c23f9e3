extension Context {
  /// Returns the quiet hours that hold `request` at `moment`; `nil` if there are none.
  func quietHold(_ request: Request, at moment: WallTime) -> QuietHold? {
    quiet.hold(request, at: moment, zoneSeconds: clocks.zoneSeconds)
  }
}
