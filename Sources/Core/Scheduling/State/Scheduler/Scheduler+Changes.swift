// Changes of watched keys and paths: reported by programs that bump a key, and by path watchers.
extension Scheduler {
  /// Notes a reported change in each request of its owner that watches the path or key. Before that, a waiting request
  /// past its latest date is skipped. A change that is already noted costs no commit.
  mutating func noteChange(_ report: ChangeReport, at now: Instant) {
    let keys = requests.observers.requests(watching: report.pathOrKey, of: report.owner)
    if keys.isEmpty {
      context.device.seen.forget(report.pathOrKey, of: report.owner)
    } else {
      context.device.seen.apply(report)
    }
    for key in keys {
      // The skip gives up the changes until its latest date, but not this one.
      if let overdue = requests[key], overdue.window.isDropped(at: now.wall),
        !context.runs.isRunning(key)
      {
        skip(overdue, at: now)
      }
      guard var request = requests[key] else { continue }
      if request.noteReport(report, at: now.wall) { put(request) }
    }
  }
}

extension Request {
  /// The longest time by which the time of a file can precede its change: one tick of the slowest kernel, 100 Hz. The
  /// kernel reads a coarse clock for it (ktime_get_coarse_real_ts64 in its timekeeping guide).
  private static let coarseness = Duration.milliseconds(10)

  /// Notes the report in this request. Returns whether the request has changed and must be stored.
  fileprivate mutating func noteReport(_ report: ChangeReport, at now: WallTime) -> Bool {
    let pathOrKey = report.pathOrKey
    switch report.news {
    case .bumped(let atMost): return noteChange(of: pathOrKey, atMost: atMost, at: now)
    case .changed(let stamp):
      guard noteChange(of: pathOrKey, atMost: nil, at: now) else { return false }
      progress.changes?.set(stamp: stamp, of: pathOrKey)
      return true
    // The observer has begun to watch. It is a change if the state differs from the known one. If no state is known, it
    // is one if the path has changed since the submission.
    case .watched(let stamp, let changed):
      let known = progress.changes?.stamp(of: pathOrKey)
      if known == stamp { return false }
      let hasChangedSince = changed.map { $0 + Self.coarseness >= submitted } ?? false
      if known != nil || hasChangedSince { _ = noteChange(of: pathOrKey, atMost: nil, at: now) }
      progress.changes?.set(stamp: stamp, of: pathOrKey)
      return true
    case .unwatchable: return false
    }
  }
}
