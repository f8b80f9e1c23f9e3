import Scheduling
import Stepping

/// No app begins more sessions or runs on battery and in the background than its tier allows. The checker counts them
/// from the outside. It skips uncertain counts, for example after the daemon was down.
final class QuotasAreKept: Checker {
  private struct Session {
    var begins: WallTime
    var ends: WallTime
    var runs: Int
  }

  /// One app's use of the device.
  private struct Use {
    var over: [Session] = []
    /// The live runs that are charged on battery, and the number of runs in the present session.
    var living: Set<RunID> = []
    var current = 0
    var since: WallTime?
    /// Whether each run of the session was seen to begin on battery. Other sessions do not count.
    var isSure = true

    mutating func begin(at now: WallTime) {
      if current == 0 { since = now }
      current += 1
    }

    mutating func close(at now: WallTime) {
      if let since, current > 0, isSure {
        over.append(Session(begins: since, ends: now, runs: current))
        if over.count > 50 { over.removeFirst() }
      }
      (current, since, isSure) = (0, nil, true)
    }

    mutating func forget() {
      (over, living, current) = ([], [], 0)
    }
  }

  private var uses: [AppKey: Use] = [:]
  private var isOnBattery = false
  private let standard = QuotaSettings()

  // MARK: Events of apps

  func takes(_ event: Event, in life: Life) {
    if case .app(let key, let event, _) = event { note(event, of: key, at: life.now.wall) }
    if case .removeApp(let key, _) = event { uses[key] = nil }
  }

  private func note(_ event: AppEvent, of key: AppKey, at now: WallTime) {
    switch event {
    case .opened: uses[key]?.close(at: now)
    case .quotaReset: uses[key]?.forget()
    case .closed, .forceQuit, .openReported, .refreshSwitched, .consented, .tierSet: break
    }
  }

  // MARK: Runs

  func launches(_ run: Run, _ request: Request, in life: Life) {
    guard [.refresh, .processing, .push].contains(run.kind), let id = run.key.app,
      let core = life.stepper?.core
    else { return }
    let key = AppKey(owner: run.key.owner, id: id)
    guard let app = core.app(key) else { return }
    follow(core, life.now.wall)
    var use = uses[key] ?? Use()
    defer { uses[key] = use }
    if app.usage.engagement.isOnScreen || request.terms.isExpedited || use.living.contains(run.id) {
      return
    }
    // If a step handled several events, the run may have been decided after the first, with another state of the
    // device.
    var isSure = run.started == life.now && life.eventsInStep <= 1
    // A run that continued while the daemon was down, or while commits failed, belongs to the present session.
    let others = core.runs.filter {
      $0.key.app == id && $0.key.owner == key.owner && $0.id != run.id
    }
    for other in others where use.living.insert(other.id).inserted { isSure = false }
    if isSure, isOnBattery, !run.isForced { check(run, use, app, life) }
    use.isSure = use.isSure && isSure
    use.living.insert(run.id)
    if isOnBattery { use.begin(at: life.now.wall) }
  }

  private func check(_ run: Run, _ use: Use, _ app: App, _ life: Life) {
    let now = life.now.wall
    let isInGrace = app.usage.engagement.leftScreen.map { now - $0 <= .minutes(1) } ?? false
    let joins = use.current > 0 || use.over.last.map { now - $0.ends < .seconds(5) } ?? false
    guard !isInGrace, !joins,
      let limits = standard.limits(of: app.usage.tier(at: now, standard))
    else { return }
    // Each observed opening of the app adds one.
    let opened = app.usage.bumps.count
    let inside = separate(use.over).filter { $0.ends > now - limits.window && $0.ends <= now }
    if inside.count >= limits.sessions + opened {
      life.fail(
        self,
        "run \(run.id) begins session \(inside.count + 1) of \(run.key.app ?? "") in its window,"
          + " where \(limits.sessions) are allowed")
    }
    let runs = inside.reduce(0) { $0 + $1.runs }
    if runs >= limits.runs + opened {
      life.fail(
        self, "run \(run.id) is one more than \(limits.runs) of \(run.key.app ?? "") in its window")
    }
  }

  /// Returns the sessions, with sessions less than five seconds apart merged.
  private func separate(_ sessions: [Session]) -> [Session] {
    var separate: [Session] = []
    for session in sessions {
      if let last = separate.last, session.begins - last.ends < .seconds(5) {
        separate[separate.count - 1].ends = session.ends
        separate[separate.count - 1].runs += session.runs
      } else {
        separate.append(session)
      }
    }
    return separate
  }

  func stepped(_ core: Scheduler, in life: Life) {
    if uses.isEmpty { return }
    follow(core, life.now.wall)
    let live = life.store.record.liveRuns
    for (key, use) in uses where !use.living.isEmpty {
      let living = use.living.filter { live[$0] != nil }
      guard living.count < use.living.count else { continue }
      uses[key]?.living = living
      if living.isEmpty { uses[key]?.close(at: life.now.wall) }
    }
  }

  /// Notes whether the device is on battery.
  private func follow(_ core: Scheduler, _ now: WallTime) {
    let isOnBattery = core.device.raw.isOnBattery
    guard isOnBattery != self.isOnBattery else { return }
    self.isOnBattery = isOnBattery
    for (key, use) in uses {
      if isOnBattery {
        if !use.living.isEmpty, core.app(key)?.usage.engagement.isOnScreen == false {
          uses[key]?.current = use.living.count
          uses[key]?.since = now
        }
      } else {
        uses[key]?.close(at: now)
      }
    }
  }

  // MARK: Reasons for uncertain counts

  func dies(in life: Life) {
    for key in uses.keys {
      uses[key]?.living = []
      uses[key]?.current = 0
      uses[key]?.since = nil
    }
  }

  func failsToCommit(in life: Life) { uses = [:] }

  func setsClock(in life: Life) {
    for key in uses.keys { uses[key]?.forget() }
  }
}
