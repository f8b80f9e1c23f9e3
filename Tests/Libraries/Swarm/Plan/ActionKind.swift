/// The kinds of actions in a life.
enum ActionKind: CaseIterable {
  case submit, device, cancel, stop, runNow, unquarantine, report, app, zone, task, pause,
    concurrency
  // Faults, which a seed may omit.
  case burst, lie, hold, sleep, suspend, clock, crash, disk, commitFailure, unreadable, reboot
  case launchFailure, drain, wrongYear

  /// The frequency of the action, in about two hundred actions.
  var weight: Int {
    switch self {
    case .submit: 60
    // In seeds that have apps with tasks.
    case .task: 60
    // In seeds in which users pause.
    case .pause: 12
    // In seeds in which users change the limits of simultaneous runs.
    case .concurrency: 20
    case .device: 40
    case .report: 12
    case .app: 16
    case .cancel: 8
    case .runNow: 10
    case .stop, .lie, .hold, .sleep, .suspend: 4
    case .crash, .commitFailure, .launchFailure: 4
    case .zone, .clock, .disk, .unquarantine, .wrongYear: 2
    case .burst, .unreadable, .reboot, .drain: 1
    }
  }

  /// Whether one seed in three omits the action.
  var isOptional: Bool {
    switch self {
    case .submit, .device, .unquarantine, .app, .task, .pause, .concurrency: false
    default: true
    }
  }
}
