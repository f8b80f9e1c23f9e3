import Scheduling

/// The durable state, derived from commits a second time.
struct Record {
  /// The requests that wait or run.
  var requests: [RequestKey: Request] = [:]
  /// The requests that have failed permanently.
  var failed: [RequestKey: Request] = [:]
  var apps: [AppKey: App] = [:]
  var liveRuns: [RunID: Run] = [:]
  var processes: [RunID: AppProcess] = [:]
  /// The highest id that a run or process ever had.
  var lastRun: RunID = 0

  mutating func apply(_ change: Change) {
    switch change {
    case .putRequest(let request):
      let hasFailed = request.progress.gaveUp != nil
      requests[request.key] = hasFailed ? nil : request
      failed[request.key] = hasFailed ? request : nil
    case .removeRequest(let key): (requests[key], failed[key]) = (nil, nil)
    case .putApp(let app): apps[app.key] = app
    case .removeApp(let key): apps[key] = nil
    case .putRun(let run):
      liveRuns[run.id] = run.ending == nil ? run : nil
      lastRun = max(lastRun, run.id)
    case .putProcess(let process):
      processes[process.id] = process
      lastRun = max(lastRun, process.id)
    case .removeProcess(let id): processes[id] = nil
    case .keepExecuted, .device, .override, .zone, .learn, .past, .putFailureCommand,
      .removeFailureCommand:
      break
    }
  }
}

extension Record {
  /// Whether `run`, the last try of `request` or of its window, is listed as a failure or a skipped window. True for a
  /// request that no longer exists, since a call of the same step can have removed it, and for one that a later
  /// submission has replaced.
  func listsFailure(_ run: RunID, of request: Request) -> Bool {
    if let failed = failed[request.key] { return failed.progress.gaveUp?.run == run }
    guard let now = requests[request.key], now.sequence == request.sequence else { return true }
    return [now.failedWindow?.run, now.skippedWindows?.run].contains(run)
      || now.progress.checkpoint.isQuarantined
  }
}
