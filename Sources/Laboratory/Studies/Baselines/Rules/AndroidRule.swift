import Scheduling
import Simulation

/// Android's JobScheduler, by its published figures. Jobs start when all their requirements are met and are stopped
/// when one is lost; an app's standby bucket limits its runs on battery.
///
/// The rule supports requirements, latest dates (past which a job runs without them), backoff and the switch for
/// background work. It also supports Doze with its maintenance windows, and buckets by the time since an app's last
/// use. It ignores preferences, heat, load and low-power mode, and batches nothing.
struct AndroidRule: BaselineRule {
  /// The time for which power, or idleness, must have lasted before it is in effect.
  private static let stableCharging = Duration.minutes(10)
  private static let idleDelay = Duration.minutes(31)
  /// The delay before a failed job is tried again; it doubles up to the longest.
  private static let firstBackoff = Duration.seconds(30)
  private static let longestBackoff = Duration.hours(5)
  private static let longestRun = Duration.minutes(10)
  private static let shortestPeriod = Duration.minutes(15)
  /// The additional requirements of apps in the restricted bucket.
  private static let restrictedRequires: Conditions = [.batteryNotLow, .power, .idle]

  private let refreshesPerDay: Int
  private var ledgers: [AppKey: AndroidLedger] = [:]

  init(refreshesPerDay: Int) {
    self.refreshesPerDay = refreshesPerDay
  }

  // MARK: Starts

  /// Returns the first moment at which time, requirements, quota and Doze all permit the job; a past moment means
  /// immediately. `nil` if its app must not work in the background, or if a requirement is not met.
  func startTime(of task: BaselineTask, _ view: BaselineView) -> WallTime? {
    let mayWork = task.app.map { !view.barred.contains($0) && view.device.allowsRefresh } ?? true
    guard mayWork, let byRequirements = earliestByRequirements(task, view) else { return nil }
    return [
      earliestByTime(task, view), byRequirements, earliestByQuota(task, view),
      earliestByDoze(task, view),
    ].max()
  }

  /// Returns the earliest start by time only: after the earliest date, the period of refreshes and the backoff after
  /// failures.
  private func earliestByTime(_ task: BaselineTask, _ view: BaselineView) -> WallTime {
    var earliest = task.request.window.opens
    guard let lastStart = task.past.lastStart else { return earliest }
    if task.isRefresh { earliest = max(earliest, lastStart + refreshPeriod(view)) }
    // Three stops by the system count as one failure.
    let failures = task.past.failures + task.past.stops / 3
    return failures > 0 ? max(earliest, lastStart + backoff(failures)) : earliest
  }

  /// Returns the time between two refreshes of an app, so that the refreshes of all apps together are within their
  /// number a day.
  private func refreshPeriod(_ view: BaselineView) -> Duration {
    max(Self.shortestPeriod, Duration.days(1) * view.refreshes / max(1, refreshesPerDay))
  }

  /// Returns the delay after this number of failures: it doubles with each, up to the longest.
  private func backoff(_ failures: Int) -> Duration {
    // Ten doublings of 30 seconds exceed the longest delay; more would exceed 64 bits at some time.
    let doublings = min(failures - 1, 10)
    return min(Self.firstBackoff * (1 << doublings), Self.longestBackoff)
  }

  /// Returns when all requirements of a job have been met for long enough, or its latest date if that is earlier: from
  /// then on, the job runs without them. `nil` if one is not met and there is no latest date, as for periodic jobs.
  ///
  /// The job of an app in the restricted bucket must also meet the requirements of that bucket, which no date
  /// overrides. `nil` if one of them is not met.
  private func earliestByRequirements(_ task: BaselineTask, _ view: BaselineView) -> WallTime? {
    let requirementsMet = time(meeting: task.requires, view)
    let ownEarliest = [requirementsMet, task.overridingLatest].compactMap(\.self).min()
    guard let ownEarliest else { return nil }
    let isRestricted = bucket(of: task, view) == .restricted
    guard isRestricted else { return ownEarliest }
    let bucketMet = time(meeting: Self.restrictedRequires, view)
    return bucketMet.map { max(ownEarliest, $0) }
  }

  /// Returns the moment from which all of `required` have been met for long enough: power for ten minutes, idleness for
  /// 31 minutes, and any other for no time. `nil` if one is not met.
  private func time(meeting required: Conditions, _ view: BaselineView) -> WallTime? {
    let delays: [(conditions: Conditions, delay: Duration)] = [
      (required, .zero), (required.intersection(.power), Self.stableCharging),
      (required.intersection(.idle), Self.idleDelay),
    ]
    // If all were met for long enough even then, the past moment means immediately.
    var latest = view.previousDecision
    for (conditions, delay) in delays where !conditions.isEmpty {
      guard let since = view.conditions.metSince(conditions) else { return nil }
      latest = max(latest, since + delay)
    }
    return latest
  }

  /// Returns when the task's app has quota for another run, or a past moment if it has quota now. Runs while charging
  /// or with the app in front use no quota.
  private func earliestByQuota(_ task: BaselineTask, _ view: BaselineView) -> WallTime {
    guard let app = task.app, usesQuota(app, view) else { return view.previousDecision }
    let limits = bucket(of: task, view).limits
    return ledgers[app]?.firstAllowed(within: limits, at: view.now.wall) ?? view.previousDecision
  }

  /// Returns the first moment outside Doze or in one of its maintenance windows, or a past moment if the device is not
  /// in Doze.
  private func earliestByDoze(_ task: BaselineTask, _ view: BaselineView) -> WallTime {
    // Unknown idleness also meets the condition `idle`, but Doze requires a device that is known to be idle.
    guard view.device.isOnBattery, let idleSince = view.conditions.metSince(.idle),
      view.device.isIdle == true
    else { return view.previousDecision }
    return AndroidDoze.firstAllowed(idleSince: idleSince, notBefore: view.now.wall)
  }

  /// Whether a run of `app` at this moment uses its quota: the device is on battery and the app is not in front.
  private func usesQuota(_ app: AppKey, _ view: BaselineView) -> Bool {
    view.device.isOnBattery && view.foreground != app
  }

  /// Returns the standby bucket of the task's app, by the time since its last open; an app that was never opened is
  /// restricted. Work that belongs to no app is active.
  private func bucket(of task: BaselineTask, _ view: BaselineView) -> AndroidBucket {
    guard let app = task.app else { return .active }
    return view.opened[app].map { AndroidBucket(idleFor: view.now.wall - $0) } ?? .restricted
  }

  // MARK: Stops

  func budget(of request: Request, _ rules: KindRules) -> Duration {
    min(request.terms.budget ?? rules.budget, Self.longestRun)
  }

  /// Returns an immediate stop if a required condition is lost. `nil` if none is. After the latest date only the
  /// requirements of the restricted bucket remain.
  func plannedStop(of task: BaselineTask, _ view: BaselineView) -> BaselineStop? {
    let isOverdue = task.overridingLatest.map { $0 <= view.now.wall } ?? false
    var required = isOverdue ? [] : task.requires
    if bucket(of: task, view) == .restricted { required.formUnion(Self.restrictedRequires) }
    return view.conditions.firstUnmet(required).map {
      BaselineStop(at: $0.since, reason: $0.condition.stopReason)
    }
  }

  // MARK: Use

  /// Records a run that uses its app's quota.
  mutating func noteStart(of task: BaselineTask, _ view: BaselineView) {
    guard let app = task.app, usesQuota(app, view) else { return }
    ledgers[app, default: AndroidLedger()].begin(at: view.now.wall)
  }

  mutating func noteEnd(of task: BaselineTask, _ view: BaselineView) {
    guard let app = task.app, let start = task.past.lastStart else { return }
    ledgers[app]?.end(of: start, at: view.now.wall)
  }
}

extension BaselineTask {
  /// The date from which its job runs without its own requirements; `nil` if it has none, or is periodic.
  fileprivate var overridingLatest: WallTime? {
    request.period == nil ? request.window.latest : nil
  }
}
