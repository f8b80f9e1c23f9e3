import Testing

@testable import Scheduling

/// Apps that always have a queued refresh, and a user who opens them. Days pass quickly.
struct QuotaLife {
  var world: World
  /// The starts of refreshes, by app.
  var refreshes: [String: [WallTime]] = [:]
  /// The duration of a refresh.
  let length = Duration.seconds(10)

  /// - Parameter isPriced: Whether refreshes on battery must be worth their energy.
  init(_ apps: [String], onBattery: Bool, isPriced: Bool = true) {
    var settings = Settings()
    settings.refresh.isPriced = isPriced
    world = World(
      settings: settings, .power(onBattery ? .battery : .ac), .battery(90), .idle(true))
    for app in apps {
      world.register(app, isNew: true)
      submit(app)
    }
  }

  private mutating func submit(_ app: String) {
    world.submit("feed", .refresh) { $0.app = app }
    note()
  }

  private mutating func note() {
    for case .afterCommit(.launch(let run, _)) in world.history.map(\.effect) {
      refreshes[run.key.app ?? "", default: []].append(run.started.wall)
    }
    world.forgetHistory()
  }

  mutating func open(_ app: String) {
    world.tell(app, .opened)
    note()
    pass(.minutes(2))
    world.tell(app, .closed)
    note()
  }

  /// Lets time pass. Each run ends after its duration, and its next request is submitted immediately.
  mutating func pass(_ duration: Duration) {
    let end = world.now.wall + duration
    while world.now.wall < end {
      finishWhatIsDone()
      let wake = world.scheduler.nextDeadlines().delay(from: world.now).map { world.now.wall + $0 }
      let done = world.scheduler.runs.map { $0.started.wall + length }
      let next = (done + [wake].compactMap(\.self)).min() ?? end
      world.pass(max(.milliseconds(1), min(next, end) - world.now.wall))
      note()
    }
  }

  private mutating func finishWhatIsDone() {
    for run in world.scheduler.runs where run.started.wall + length <= world.now.wall {
      world.finish("feed", app: run.key.app)
      note()
      submit(run.key.app ?? "")
    }
  }

  func refreshes(of app: String, from start: WallTime, to end: WallTime) -> Int {
    (refreshes[app] ?? []).count { start <= $0 && $0 < end }
  }
}
