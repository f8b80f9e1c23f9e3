import Scheduling

/// Whether the wall clock is trusted to delete history by its age.
///
/// With an empty battery, a machine can begin with a date that is years ahead, until the network corrects it. If a run
/// ended before that, all history would be too old.
struct ClockTrust {
  /// A larger difference between the passed times of the wall clock and the boot clock is a jump. A machine that was
  /// off for this time also has such a difference.
  private static let largestDifference = Duration.days(30)
  /// The time after a jump in which the date can still be corrected.
  private static let trialTime = Duration.days(1)

  /// The boot time at which the clock is trusted again; `nil` if it has not jumped.
  private var trustedFrom: BootTime?
  /// Whether the first commit since the store was opened was noted.
  private var hasCommit = false

  /// Notes a commit at `now`. A jump ahead since the last commit begins the trial time. A jump back or a boot ends it.
  /// The jumps before a restart of the daemon are unknown, so the trial time then begins at the boot.
  ///
  /// - Parameters:
  ///   - last: The last commit; `nil` if there was none.
  ///   - sameBoot: Whether the machine was not booted since the last commit.
  mutating func note(_ now: Instant, last: Instant?, sameBoot: Bool) {
    defer { hasCommit = true }
    guard let last else { return }
    let passed: Duration = sameBoot ? now.boot - last.boot : .zero
    let difference = now.wall - last.wall - passed
    if difference > Self.largestDifference {
      trustedFrom = now.boot + Self.trialTime
    } else if .zero - difference > Self.largestDifference || !sameBoot {
      trustedFrom = nil
    } else if !hasCommit {
      trustedFrom = BootTime(nanoseconds: Self.trialTime.nanoseconds)
    }
  }

  /// Returns whether the wall clock is trusted at `now`, a time of the present boot.
  func isTrusted(at now: BootTime) -> Bool { trustedFrom.map { now >= $0 } ?? true }
}
