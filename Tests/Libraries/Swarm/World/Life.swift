import Scheduling
import Stepping

/// The life of one seed: a daemon's real step with a simulated store, launcher, clock and machine, and with faults, on
/// one thread.
///
/// It is never sent to another thread, but the closures that the daemon takes must be `Sendable`: hence unchecked.
final class Life: @unchecked Sendable {
  let plan: Plan
  let injectedBug: InjectedBug?
  let store = FaultyStore()
  let checkers: [any Checker]

  // The machine.
  var now = Instant(
    wall: Plan.begins, boot: BootTime(seconds: 250), awake: AwakeTime(seconds: 250))
  var boots = 1
  var device = DeviceState()
  var zoneSeconds = 0
  var commands = Commands()
  var apps = SimulatedApps()
  /// The processes whose calls to attach are not answered yet, by the number of the call.
  var attaching: [Int: Int32] = [:]
  /// The times at which a poll of the machine is answered, and was requested.
  var lookAnswers: AwakeTime?
  var asked: BootTime?

  // The daemon.
  var stepper: Stepper?
  /// The zone that was reported to the daemon.
  var knownZone = 0
  /// The time at which the timer of the daemon fires, and whether the daemon was asked for a step.
  var alarm: BootTime?
  var isStepWanted = false
  /// The start of the next daemon, while no daemon is running.
  var restart: BootTime?
  var started = Instant(wall: Plan.begins, boot: BootTime(seconds: 0), awake: AwakeTime(seconds: 0))

  // Faults.
  /// The number of further actions before the daemon dies.
  var fuse: Int?
  var downFor = Duration.zero
  /// The time by which the wall clock was set ahead, until it is set right again.
  var ahead = Duration.zero
  var isDead = false
  var isStarting = false
  var launchFailures = 0
  /// Whether faults have stopped.
  var isCalm = false
  var calmSince = Plan.begins

  // Counters.
  var calls = Calls()
  var attempts: [Int: Int] = [:]
  /// The number of events that the daemon handled, in total and in the present step.
  var events = 0
  var eventsInStep = 0
  var steps = 0
  /// The number of the present action; 0 before the first.
  var action = 0
  var violation: Violation?
  var kills = 0

  /// - Parameter listener: Receives everything that the checkers receive, before them.
  init(seed: UInt64, injectedBug: InjectedBug? = nil, listener: (any Checker)? = nil) {
    plan = Plan(seed: seed)
    self.injectedBug = injectedBug
    checkers = [listener].compactMap(\.self) + Checkers.all()
    store.injectedBug = injectedBug
    store.lives = { [unowned self] in tick() }
    store.hear = { [unowned self] changes, record in
      for checker in checkers { checker.commits(changes, to: record, in: self) }
    }
  }

  /// Performs the actions 1 to `count` except those that `isLeftOut`, idles, and continues with the calm. Returns the
  /// first violation; `nil` if there is none.
  ///
  /// - Parameter wanted: The minimum number of events that the daemon must handle. If the daemon is down for long, this
  ///   takes more actions.
  func run(
    _ count: Int, events wanted: Int = 0, without isLeftOut: (Int) -> Bool = { _ in false },
    idle: Duration = .zero
  ) -> Violation? {
    startDaemon()
    var number = 0
    while number < max(1, count) || events < wanted {
      number += 1
      let (delay, action) = plan.action(number)
      if delay > .zero { pass(delay) }
      self.action = number
      if !isLeftOut(number) {
        perform(action)
        let changes = plan.changes(number)
        if !changes.isEmpty { call { .changed(changes, $0) } }
        if let (batch, failsCommit) = plan.batch(number) { submit(batch, failsCommit: failsCommit) }
      }
      if violation != nil { return violation }
    }
    if idle > .zero { pass(idle) }
    if violation == nil { calmDown() }
    return violation
  }

  func fail(_ checker: any Checker, _ sentence: @autoclosure () -> String) {
    guard violation == nil else { return }
    violation = Violation(
      seed: plan.seed, checker: "\(type(of: checker))", sentence: sentence(), action: action,
      at: now.wall, isCalm: isCalm)
  }

  var bootID: String { "boot \(boots)" }
}

/// A violation that a checker found.
package struct Violation: Hashable, Sendable {
  package var seed: UInt64
  package var checker: String
  package var sentence: String
  /// The last action before the violation.
  package var action: Int
  package var at: WallTime
  /// Whether the violation was found after all faults had ended.
  package var isCalm: Bool
}
