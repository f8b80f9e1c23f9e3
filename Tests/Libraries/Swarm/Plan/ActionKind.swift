/// What can happen.
enum ActionKind: CaseIterable {
  case submit, device, cancel, stop, runNow, unquarantine, report, app, zone, task, pause,
    concurrency
  // Faults, and what a seed may do without.
  case burst, lie, hold, sleep, suspend, clock, crash, disk, commitFailure, unreadable, reboot
  case launchFailure, drain, wrongYear

  /// How often it happens, of about two hundred times.
  var weight: Int {
    switch self {
    case .submit: 60
    // In seeds that have apps with tasks.
    case .task: 60
    // In seeds in which users pause.
    case .pause: 12
    // In seeds in which they change how many run at the same time.
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

  /// Whether one seed in three is without it.
  var isOptional: Bool {
    switch self {
    case .submit, .device, .unquarantine, .app, .task, .pause, .concurrency: false
    default: true
    }
  }
}
