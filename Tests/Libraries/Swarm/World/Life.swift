import Scheduling
import Stepping

/// One seed: a daemon's own step over a simulated store, launcher, clock and machine, with all that goes
/// wrong, on one thread.
///
/// It is sent nowhere, though the closures that the daemon takes could be: hence unchecked.
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
  /// When a look at the machine is answered, and when it was asked for.
  var lookAnswers: AwakeTime?
  var asked: BootTime?

  // The daemon.
  var stepper: Stepper?
  /// The zone that it was told.
  var knownZone = 0
  /// When its timer rings, and whether it was told that something waits.
  var alarm: BootTime?
  var isStepWanted = false
  /// While there is none: when the next begins.
  var restart: BootTime?
  var started = Instant(wall: Plan.begins, boot: BootTime(seconds: 0), awake: AwakeTime(seconds: 0))

  // What goes wrong.
  /// The daemon dies once it has done so many more things.
  var fuse: Int?
  var downFor = Duration.zero
  /// How far the wall clock was set ahead and is to be set right again.
  var ahead = Duration.zero
  var isDead = false
  var isStarting = false
  var launchFailures = 0
  /// From now on nothing goes wrong any more.
  var isCalm = false
  var calmSince = Plan.begins

  // What is counted.
  var calls = Calls()
  var attempts: [Int: Int] = [:]
  /// Events that the daemon took; in all, and in the present step.
  var events = 0
  var eventsInStep = 0
  var steps = 0
  /// The action under way; 0 before the first.
  var action = 0
  var violation: Violation?
  var kills = 0

  /// - Parameter listener: Sees what the checkers see, first of all.
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

  /// Lives through the actions 1 to `count` but those that `isLeftOut`, idles, and lives through the
  /// calm. Returns what was broken, if anything was.
  ///
  /// - Parameter wanted: Goes on until the daemon took so many events, which takes more actions where
  ///   it is dead for long.
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

/// What a checker found.
package struct Violation: Hashable, Sendable {
  package var seed: UInt64
  package var checker: String
  package var sentence: String
  /// The last action before it.
  package var action: Int
  package var at: WallTime
  /// It was found after all faults had ended.
  package var isCalm: Bool
}
