/// The time at which a live run has used up its app's quota, and the state for which it was calculated. The calculation
/// is long, and its result is nearly always the same at the next event.
struct QuotaCheck: Sendable {
  /// When the run has used up the quota; `nil` if nothing is charged.
  var ends: AwakeTime?
  /// The time until which the passing of time does not change the result.
  var holdsUntil: WallTime
  /// The revision of the apps.
  let revision: Int
  let isOnBattery: Bool
  let madeAt: Instant

  /// Returns whether the result is the same at `now`: no app and not the power has changed, and since the check both
  /// clocks have advanced alike, without a sleep or a correction. Only for a run that may still expire.
  func holds(_ revision: Int, isOnBattery: Bool, at now: Instant) -> Bool {
    self.revision == revision && self.isOnBattery == isOnBattery
      && now.wall >= madeAt.wall && now.wall < holdsUntil
      && now.wall - madeAt.wall == now.awake - madeAt.awake
  }
}
