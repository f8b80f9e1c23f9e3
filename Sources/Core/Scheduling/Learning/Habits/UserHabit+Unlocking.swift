// The first app that is opened after the device was unlocked. Unlocking counts as an app that other apps follow. An app
// follows it only as often as its open comes late enough: a refresh that begins at the unlocking has ended by then.
extension UserHabit {
  /// The name of unlocking among the names of apps in `buckets`.
  static let unlocking: UInt32 = 1
  /// The longest time from the unlocking to the first open.
  private static let firstOpenComes = Duration.minutes(1)
  /// The half-life in seconds of the chance that the first open is still to come, and late enough.
  private static let halfLife = 10.0
  /// The time for which worths are compared after the unlocking. Later, a refresh seldom ends before the first open.
  static let unlockingTime = Duration.seconds(3)
  static let usualRefreshSeconds = 5.0
  static let longestRefreshSeconds = 60.0
  static let usualLateShare = 1.0 / 3
  /// The share of first opens that come late enough below which worths are not compared at unlocking.
  private static let leastLateShare = 0.1
  /// The weight of a new refresh in their usual length, and of a first open in the share.
  private static let newWeight = 1.0 / 32

  /// Whether first opens come late enough to compare worths at unlocking.
  var comparesAtUnlocking: Bool { lateShare >= Self.leastLateShare }

  /// Learns the length of a refresh of one of the user's apps.
  mutating func noteRefresh(_ length: Duration) {
    let seconds = max(0, min(Self.longestRefreshSeconds, length.seconds))
    refreshSeconds += Self.newWeight * (seconds - refreshSeconds)
  }

  /// Learns from an open at `time`, before it is the last one, if it is the first after an unlocking.
  mutating func noteFirstOpen(of habit: inout AppHabit, at time: LocalTime) {
    guard let unlocked, awaitsFirstOpen(at: time) else { return }
    buckets.add(Self.unlocking, visits: visits)
    let bucket = buckets.bucket(of: Self.unlocking)
    visits[bucket] += 1
    let isLate = time.seconds(since: unlocked) >= refreshSeconds
    if isLate { habit.after[bucket] += 1 }
    lateShare += Self.newWeight * ((isLate ? 1 : 0) - lateShare)
  }

  /// Returns the unlocking at `time` as an app that was opened last; `nil` if an app was opened since.
  func unlocking(at time: LocalTime, fading: Double) -> UserHabitMoment.Previous? {
    guard let unlocked, awaitsFirstOpen(at: time), let bucket = unlockingBucket else { return nil }
    return UserHabitMoment.Previous(
      bucket: bucket, weight: exp2(-time.seconds(since: unlocked) / Self.halfLife),
      visits: Double(visits[bucket]) * fading, allVisits: Double(visits.sum) * fading,
      isUnlocking: true)
  }

  /// The bucket of unlocking; `nil` if it has none.
  private var unlockingBucket: Int? {
    let bucket = buckets.bucket(of: Self.unlocking)
    return buckets.names[bucket] == Self.unlocking ? bucket : nil
  }

  /// The number of visits to apps, as of the last open.
  var visitsToApps: Float { visits.sum - (unlockingBucket.map { visits[$0] } ?? 0) }

  /// Returns whether the device was unlocked shortly before `time`, and no app was opened since.
  private func awaitsFirstOpen(at time: LocalTime) -> Bool {
    guard let unlocked, unlocked <= time, time - unlocked <= Self.firstOpenComes else {
      return false
    }
    return lastOpen.map { $0 < unlocked } ?? true
  }
}
