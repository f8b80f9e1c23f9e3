import Scheduling

@testable import Store

/// Loads a scheduler from a store, and performs events while the store is open. The only expectation is that nothing
/// crashes.
struct Driver {
  private var scheduler: Scheduler
  private var now: Instant
  private let store: any Store
  private var ticket: Ticket = 0

  /// Calls everything that a scheduler does after a start.
  static func drive(_ snapshot: Snapshot, on store: any Store, from now: Instant) throws {
    for boot in ["boot", "another boot"] {
      var driver = try Driver(snapshot, store, from: now, boot: boot)
      try driver.live(on: snapshot)
    }
    _ = try store.runs(RunQuery())
    _ = try store.deviceHistory(limit: 100)
  }

  private init(_ snapshot: Snapshot, _ store: any Store, from now: Instant, boot: String) throws {
    self.store = store
    self.now = now
    let found = Dictionary(
      uniqueKeysWithValues: snapshot.liveRuns.map { ($0.id, FoundRun.alive) })
    let (loaded, effects) = Scheduler.load(
      snapshot, settings: Settings(), at: now, bootID: boot, found: boot == "boot" ? found : [:])
    scheduler = loaded
    try keep(effects)
  }

  private mutating func live(on snapshot: Snapshot) throws {
    try look(at: snapshot)
    try take(.device([.power(.ac), .idle(true), .battery(90)], nil))
    try passTime(rings: 4)
    for run in snapshot.liveRuns { try take(.runEnded(run.id, ProcessExit(exit: 1))) }
    for request in snapshot.requests.suffix(2) { try handle(request) }
    for app in snapshot.apps {
      try take(.app(app.key, .opened, next()))
      try take(.app(app.key, .closed, next()))
    }
    now = now.advanced(by: .days(2))
    try take(.time)
    try take(.zone(secondsFromUTC: -7200))
    try look(at: snapshot)
  }

  /// Sends every event about one request.
  private mutating func handle(_ request: Request) throws {
    try take(.runNow(request.key, .force, next()))
    for run in scheduler.runs {
      try take(.runStarted(run.id))
      try take(.report(run.id, .progress(0.5), next()))
      try take(.stop(run.key, .operatorStop, next()))
      try take(.runEnded(run.id, ProcessExit(exit: 75)))
    }
    try take(.unquarantine(request.key, next()))
    var submission = Submission(
      owner: request.key.owner, id: request.key.id, kind: request.terms.kind,
      command: request.terms.command)
    submission.app = request.key.app
    submission.terms.every = request.period?.every
    try take(.submit(submission, next()))
  }

  private mutating func passTime(rings: Int) throws {
    for _ in 0..<rings {
      guard let delay = scheduler.nextDeadlines().delay(from: now) else { return }
      now = now.advanced(by: delay)
      try take(.time)
    }
  }

  /// Reads everything that users can read.
  private func look(at snapshot: Snapshot) throws {
    for request in snapshot.requests {
      _ = scheduler.explain(request.key, at: now)
      _ = scheduler.history(of: request.key, at: now)
    }
    _ = scheduler.nextDeadlines()
  }

  private mutating func next() -> Ticket {
    ticket += 1
    return ticket
  }

  private mutating func take(_ event: Event) throws {
    try keep(scheduler.handle(event, at: now))
  }

  /// Every decision can also be stored.
  private func keep(_ effects: [Effect]) throws {
    let changes = effects.compactMap { if case .change(let change) = $0 { change } else { nil } }
    try store.commit(changes, at: now, bootID: "boot")
  }
}
