import Scheduling
import Simulation

/// Android's standby buckets, by the time since the app was last used.
enum AndroidBucket: Sendable {
  case active, working, frequent, rare, restricted

  /// The limits of an app's runs on battery, all of them within `window`.
  struct Limits {
    var window: Duration
    var runs: Int
    /// The limit of sessions, which are groups of runs with short gaps between them.
    var sessions: Int
    /// The limit of the time of all runs together.
    var runTime = Duration.minutes(10)
  }

  /// Chooses the bucket of an app.
  ///
  /// - Parameter time: The time since the app's last use.
  init(idleFor time: Duration) {
    self =
      switch time {
      case ..<Duration.hours(12): .active
      case ..<Duration.hours(24): .working
      case ..<Duration.hours(48): .frequent
      case ..<Duration.days(8): .rare
      default: .restricted
      }
  }

  /// The limits of an app in this bucket, by Android's published figures.
  var limits: Limits {
    switch self {
    case .active: Limits(window: .minutes(10), runs: 75, sessions: 75)
    case .working: Limits(window: .hours(2), runs: 120, sessions: 10)
    case .frequent: Limits(window: .hours(8), runs: 200, sessions: 8)
    case .rare: Limits(window: .hours(24), runs: 48, sessions: 3)
    case .restricted: Limits(window: .hours(24), runs: 10, sessions: 1)
    }
  }
}

/// The runs of one app on battery in the last day.
struct AndroidLedger: Sendable {
  private var runs: [Range<WallTime>] = []
  private static let kept = Duration.hours(24)
  /// The limit of all buckets together in a day.
  private static let dailyAllowed = Duration.hours(4)
  /// The longest gap between runs of one session.
  private static let sessionGap = Duration.seconds(5)

  /// Records the start of a run on battery, and removes runs that ended more than a day ago.
  mutating func begin(at now: WallTime) {
    runs.removeAll { now - $0.upperBound > Self.kept }
    runs.append(now..<now)
  }

  /// Records the end of the run that began at `start`; does nothing if that run is not recorded.
  mutating func end(of start: WallTime, at now: WallTime) {
    guard let index = runs.lastIndex(where: { $0.lowerBound == start }) else { return }
    runs[index] = start..<max(start, now)
  }

  /// Returns the first moment at which another run is within `limits`: `now`, when enough runs have left the bucket's
  /// window, or a day after the last run.
  func firstAllowed(within limits: AndroidBucket.Limits, at now: WallTime) -> WallTime {
    // Only when a run leaves the window can another run come within its limits.
    let windowExits = runs.map { $0.upperBound + limits.window }.filter { $0 > now }
    let candidates = [now] + windowExits
    for moment in candidates where allowsRun(within: limits, at: moment) { return moment }
    return runs.last.map { $0.upperBound + Self.kept } ?? now
  }

  /// Whether another run at `now` is within the limits: runs, sessions and run time in the bucket's window, and run
  /// time in a day. Runs less than five seconds apart are one session.
  private func allowsRun(within limits: AndroidBucket.Limits, at now: WallTime) -> Bool {
    let inWindow = runs.filter { now - $0.upperBound < limits.window }
    let gapsBetweenSessions = zip(inWindow, inWindow.dropFirst())
      .count { $1.lowerBound - $0.upperBound >= Self.sessionGap }
    let sessions = inWindow.isEmpty ? 0 : gapsBetweenSessions + 1
    return inWindow.count < limits.runs && sessions < limits.sessions
      && time(of: inWindow) < limits.runTime && time(of: runs) < Self.dailyAllowed
  }

  private func time(of runs: [Range<WallTime>]) -> Duration {
    runs.reduce(.zero) { $0 + ($1.upperBound - $1.lowerBound) }
  }
}

/// Android's Doze: an hour after its last use, an unplugged device lets jobs run only in maintenance windows. They last
/// five minutes, then ten, with pauses of one hour, two, four, and from then on six.
enum AndroidDoze {
  private static let begins = Duration.hours(1)
  private static let pauses: [Duration] = [.hours(1), .hours(2), .hours(4), .hours(6)]

  /// Returns the first moment from `moment` on at which jobs may run, if the device stays idle: `moment` itself
  /// outside Doze or in a maintenance window, otherwise the beginning of the next window.
  static func firstAllowed(idleSince: WallTime, notBefore moment: WallTime) -> WallTime {
    // The end of the time in which jobs may run: at first the beginning of Doze, then the end of each window.
    var closes = idleSince + begins
    var windowNumber = 0
    while closes <= moment {
      let opens = closes + pauses[min(windowNumber, pauses.count - 1)]
      if moment <= opens { return opens }
      let windowLength: Duration = windowNumber == 0 ? .minutes(5) : .minutes(10)
      closes = opens + windowLength
      windowNumber += 1
    }
    return moment
  }
}
