import OrderedCollections
import Scheduling
import Simulation

/// A simple scheduler for comparison: it has the same events and effects, and its own rule for starts. It keeps the
/// same promises of budget, warning and grace.
///
/// A baseline has no habits, quotas or gates of kinds, except those in its rule. It holds no work back because of other
/// runs, and never gives work up.
package struct BaselineScheduler: SchedulerUnderTest {
  /// A run that has not ended, and its task.
  struct Live: Sendable {
    var run: Run
    var task: BaselineTask
  }

  let settings: Settings
  var rule: any BaselineRule
  var view: BaselineView
  /// The waiting tasks in the order of submission; a replacement takes the place of the replaced request.
  var waiting: OrderedDictionary<RequestKey, BaselineTask> = [:]
  var live: OrderedDictionary<RunID, Live> = [:]
  var pasts: [RequestKey: BaselinePast] = [:]
  var nextRun: RunID = 1
  var nextSequence: Int64 = 1
  /// The time at which the rule starts or stops something if nothing happens before; `nil` if there is none.
  var nextDecision: WallTime?
  /// Whether the machine sleeps, or is waking and has not reported all changes since.
  var isAsleep = false
  /// The time for which a machine that an alarm has woken stays awake without a run.
  private static let awakeAfterAlarm = Duration.minutes(2)
  /// The effects of the present event, which `handle` returns.
  var effects: [Effect] = []

  /// Creates a scheduler without requests. Every value of its device is unknown until the first report.
  init(_ rule: any BaselineRule, settings: Settings, at now: Instant) {
    self.rule = rule
    self.settings = settings
    view = BaselineView(now: now, previousDecision: now.wall, device: DeviceState())
    view.conditions.update(view.device, settings: settings, at: now.wall)
  }

  /// Applies an event, then stops and starts runs by the rule, and returns the effects. While the machine sleeps,
  /// nothing is stopped or started.
  package mutating func handle(_ event: Event, at now: Instant) -> [Effect] {
    // No decision is made during sleep, so on waking all times since its beginning count as elapsed now.
    if !isAsleep { view.previousDecision = view.now.wall }
    view.now = now
    if !isAsleep { rule.noteTime(view) }
    applyEvent(event)
    if !isAsleep {
      stopDueRuns()
      startDueTasks()
    }
    // Each effect is returned only once.
    defer { effects = [] }
    return effects
  }

  /// Returns when the baseline must receive the time: at the next start or stop by the rule, and at the next warning
  /// or kill of a run.
  package func nextDeadlines() -> NextDeadlines {
    var wake = NextDeadlines()
    wake.wall = nextDecision
    wake.awake = live.values.map(\.run.nextStopTime).min()
    return wake
  }

  /// The first moment at which the rule wakes the sleeping machine for a waiting task; `nil` if there is none.
  package var machineAlarm: WallTime? {
    waiting.values.compactMap { rule.alarm(for: $0, view) }.min()
  }

  /// Returns whether the machine, which was woken by its alarm, should sleep again: no run keeps it awake.
  package func returnsToSleep(at now: Instant) -> Bool {
    live.isEmpty && (view.woken.map { now.wall >= $0 + Self.awakeAfterAlarm } ?? true)
  }

  /// Applies an event to the requests, the runs and the view, before the rule decides.
  private mutating func applyEvent(_ event: Event) {
    switch event {
    case .submit(let submission, let ticket): submit(submission, ticket)
    case .submitAll(let batch, let ticket):
      for submission in batch.submissions { submit(submission, ticket) }
    case .cancel(let key, let keepsRunning, let ticket):
      cancel(key, keepsRunning: keepsRunning, ticket)
    case .app(let key, let event, _): updateApp(key, event)
    case .device(let values, _): updateDevice(values)
    case .zone(let seconds): view.zoneSeconds = seconds
    case .sleep(let isComing):
      isAsleep = isComing
      if !isComing { view.woken = view.now.wall }
    case .runStarted(let id): markReady(id)
    case .runEnded(let id, let finish): endCommand(of: id, finish)
    case .removeApp(let key, _):
      waiting.removeAll { $0.value.app == key }
    // No rule depends on the other events.
    case .runNow, .setWidth, .setSlots, .stop, .report, .unquarantine, .acknowledge, .retry,
      .registerApp, .measured,
      .freezeDevice,
      .thawDevice, .time, .drain, .pause, .resume, .attachApp, .finishLaunch, .detachApp,
      .debugged, .foundLocks, .holdApp, .changed, .checkEnded:
      break
    }
  }

  /// Applies reported device values to the view, and records which conditions they change.
  private mutating func updateDevice(_ values: [DeviceValue]) {
    for value in values { view.device.apply(value) }
    view.conditions.update(view.device, settings: settings, at: view.now.wall)
  }

  /// Records the user's actions on an app: its last open, whether it is in front, and whether its work is barred. An
  /// open removes any bar.
  private mutating func updateApp(_ app: AppKey, _ event: AppEvent) {
    switch event {
    case .opened, .openReported:
      rule.noteOpen(of: app, view)
      view.opened[app] = view.now.wall
      view.foreground = app
      view.barred.remove(app)
    case .closed: if view.foreground == app { view.foreground = nil }
    case .forceQuit: view.barred.insert(app)
    case .refreshSwitched(let isOn):
      if isOn { view.barred.remove(app) } else { view.barred.insert(app) }
    case .consented, .tierSet, .quotaReset: break
    }
  }
}

extension Run {
  /// The time at which it is warned, or killed if it has been warned.
  fileprivate var nextStopTime: AwakeTime {
    switch phase {
    case .expiring(_, let until): until
    // The process is about to end.
    case .killed: AwakeTime(nanoseconds: .max)
    default: started.awake + budget
    }
  }
}
