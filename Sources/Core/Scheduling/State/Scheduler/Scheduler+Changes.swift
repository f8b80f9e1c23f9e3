// Changes of what requests watch: told by programs that bump a key, and by what watches paths.
extension Scheduler {
  /// Only requests of the report's owner hear of it. What is noted already costs no commit.
  mutating func take(_ report: ChangeReport, at now: Instant) {
    let keys = requests.observers.requests(watching: report.what, of: report.owner)
    if keys.isEmpty {
      context.device.seen.forget(report.what, of: report.owner)
    } else {
      context.device.seen.take(report)
    }
    for key in keys {
      // What it gives up is what had changed until its latest date, and not this.
      if let overdue = requests[key], overdue.window.isDropped(at: now.wall),
        !context.runs.isRunning(key)
      {
        skip(overdue, at: now)
      }
      guard var request = requests[key] else { continue }
      if request.take(report, at: now.wall) { put(request) }
    }
  }
}

extension Request {
  /// How much earlier than a change the kernel's coarse clock may have been read for the time of a file
  /// (ktime_get_coarse_real_ts64 in its timekeeping guide): a tick of the slowest, 100 Hz.
  private static let coarseness = Duration.milliseconds(10)

  /// Returns whether there is something to keep.
  fileprivate mutating func take(_ report: ChangeReport, at now: WallTime) -> Bool {
    let what = report.what
    switch report.news {
    case .bumped(let atMost): return note(what, atMost: atMost, at: now)
    case .changed(let stamp):
      guard note(what, atMost: nil, at: now) else { return false }
      progress.changes?.set(stamp: stamp, of: what)
      return true
    case .watched(let stamp, let changed):
      let known = progress.changes?.stamp(of: what)
      if known == stamp { return false }
      let isSince = changed.map { $0 + Self.coarseness >= submitted } ?? false
      if known != nil || isSince { _ = note(what, atMost: nil, at: now) }
      progress.changes?.set(stamp: stamp, of: what)
      return true
    case .unwatchable: return false
    }
  }
}
