import Scheduling
import Simulation

/// Windows' Automatic Maintenance, with the window that it had first. From a set hour of each day, work runs while the
/// device has power and is idle, for an hour a day at most. It is suspended when the user returns or power is lost, and
/// continues at the next idleness. A session that the machine could not begin at the hour, because it was asleep, on
/// battery or in use, begins at the next idleness with power, with all work that is due then. Later versions of Windows
/// also run due work outside of the session.
///
/// Work that has missed its deadline (its latest date) runs without the limit of an hour, as soon as the device is idle
/// and has power: emergency maintenance (Microsoft, "Automatic maintenance" and "maintenanceSettingsType complex type",
/// Win32 documentation). A run that ended without success is tried again on the next day. A sleeping machine with power
/// is woken at the set hour, as by default on Windows, but only for work that may wake it.
struct WindowsRule: BaselineRule {
  /// The longest session of regular maintenance in a day.
  private static let longest = Duration.hours(1)
  /// The usual hour of the day; Microsoft's documentation of 2018 names 3 o'clock.
  static let usualHour = Duration.hours(2)

  private let hour: Duration
  private var rotation: RefreshRotation
  /// The day whose session `used` measures; days begin at `hour`.
  private var day = Int.min
  private var used = Duration.zero
  /// The day of the last session that has begun, and when it began: on the world's first day, in the past.
  private var sessionDay: Int?
  private var sessionBegan = WallTime(nanoseconds: .min)
  /// The running work, and the time since which some of it has run without a break.
  private var running: Set<RequestKey> = []
  private var runningSince = WallTime(nanoseconds: 0)

  init(hour: Duration = usualHour, refreshesPerDay: Int) {
    self.hour = hour
    rotation = RefreshRotation(perDay: refreshesPerDay)
  }

  /// Returns the next turn of a refresh. Other work starts in the session of a day or, after its latest date, in any
  /// idleness; `nil` if a requirement is not met.
  func startTime(of task: BaselineTask, _ view: BaselineView) -> WallTime? {
    if task.isRefresh { return rotation.startTime(of: task, view) }
    guard let met = view.conditions.metSince(requirements(of: task)) else { return nil }
    let regular = max(met, firstSession(of: task, view), sessionWithTime(view))
    guard let latest = task.request.window.latest else { return regular }
    // Emergency maintenance has one try; work that fails in it waits for the next regular session.
    let hasFailedSince = task.past.failures > 0 && (task.past.lastStart ?? latest) >= latest
    let emergency = max(met, latest, task.request.window.opens)
    return hasFailedSince ? regular : min(regular, emergency)
  }

  /// Returns a stop when power or idleness is lost, or when the day's hour is used up. In emergency maintenance, only
  /// the loss of power or idleness stops a run. `nil` if none of these is expected.
  func plannedStop(of task: BaselineTask, _ view: BaselineView) -> BaselineStop? {
    guard !task.isRefresh else { return nil }
    if let lostCondition = view.conditions.firstUnmet(requirements(of: task)) {
      return BaselineStop(at: lostCondition.since, reason: lostCondition.condition.stopReason)
    }
    let sessionEnd = view.now.wall + max(.zero, Self.longest - usedTime(view))
    // From its latest date on, the run continues as emergency maintenance.
    if let latest = task.request.window.latest, latest <= sessionEnd { return nil }
    return BaselineStop(at: sessionEnd, reason: .budget)
  }

  /// Returns the beginning of the next session, if the device has power and the task may wake it; otherwise `nil`.
  func alarm(for task: BaselineTask, _ view: BaselineView) -> WallTime? {
    guard !task.isRefresh, task.request.terms.run.wakesMachine, !view.device.isOnBattery else {
      return nil
    }
    let earliest = max(task.request.window.opens, view.now.wall + .nanoseconds(1))
    return view.elapse(of: [hour], notBefore: earliest)
  }

  private func requirements(of task: BaselineTask) -> Conditions {
    task.requires.union([.power, .idle])
  }

  /// Returns the first session for the task's request. After a run without success that was not suspended, this is the
  /// next day's. For other work, it is this day's unless that has begun before the window opens.
  private func firstSession(of task: BaselineTask, _ view: BaselineView) -> WallTime {
    let opens = task.request.window.opens
    if task.past.failures > 0, let last = task.past.lastStart {
      return view.elapse(of: [hour], notBefore: max(opens, last))
    }
    let day = view.day(of: opens, from: hour)
    let hasBegun = sessionDay.map { day < $0 || day == $0 && opens > sessionBegan } != false
    return hasBegun ? view.elapse(of: [hour], notBefore: opens) : opens
  }

  /// Returns the beginning of the next session if this day's hour is used up, otherwise a past moment.
  private func sessionWithTime(_ view: BaselineView) -> WallTime {
    usedTime(view) < Self.longest
      ? view.previousDecision : view.elapse(of: [hour], notBefore: view.now.wall + .nanoseconds(1))
  }

  // MARK: Sessions

  /// Notes the beginning of this day's session: the first moment since its hour at which the machine was awake, powered
  /// and idle. The session of the day on which the world begins counts as past.
  mutating func noteTime(_ view: BaselineView) {
    let day = view.day(of: view.now.wall, from: hour)
    guard let sessionDay else {
      self.sessionDay = day
      return
    }
    guard day > sessionDay, let fitSince = view.conditions.metSince([.power, .idle]) else { return }
    let hourOfDay = view.elapse(of: [hour], notBefore: view.now.wall + .nanoseconds(1)) - .days(1)
    self.sessionDay = day
    sessionBegan = max(fitSince, hourOfDay, view.woken ?? fitSince)
  }

  /// Returns the time that this day's session has used.
  private func usedTime(_ view: BaselineView) -> Duration {
    let nextSession = view.elapse(of: [hour], notBefore: view.now.wall + .nanoseconds(1))
    let sessionBegins = nextSession - .days(1)
    // `used` can be the time of an earlier day.
    let usedBefore = day == view.day(of: view.now.wall, from: hour) ? used : .zero
    if running.isEmpty { return usedBefore }
    return usedBefore + (view.now.wall - max(runningSince, sessionBegins))
  }

  /// Begins to count the time of the session, if no other work runs.
  mutating func noteStart(of task: BaselineTask, _ view: BaselineView) {
    if task.isRefresh { return rotation.noteTurn(at: view.now.wall) }
    if running.isEmpty { runningSince = view.now.wall }
    running.insert(task.request.key)
  }

  /// Stores the used time of the session, if no other work runs.
  mutating func noteEnd(of task: BaselineTask, _ view: BaselineView) {
    guard running.contains(task.request.key) else { return }
    // Computed before the run is removed, since its time counts as used.
    let usedToday = usedTime(view)
    running.remove(task.request.key)
    guard running.isEmpty else { return }
    day = view.day(of: view.now.wall, from: hour)
    used = usedToday
  }
}

extension BaselineView {
  /// Returns the number of the user's day of `moment`. A day begins at the time of day `hour`.
  fileprivate func day(of moment: WallTime, from hour: Duration) -> Int {
    (moment + .seconds(zoneSeconds) - hour).day()
  }
}
