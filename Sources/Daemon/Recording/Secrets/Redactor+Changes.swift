import Scheduling

// Changes that requests wait for.
extension Redactor {
  /// Redacts a watched path like other paths. Keys are kept, since they are names, as request ids are.
  mutating func watched(_ pathOrKey: ExactString) -> ExactString {
    ChangeTrigger.isPath(pathOrKey) ? path(pathOrKey) : pathOrKey
  }

  /// Redacts the path of a report. Keeps which stamps are equal, and removes the reason why a path cannot be watched.
  mutating func report(_ report: ChangeReport) -> ChangeReport {
    var redacted = report
    redacted.pathOrKey = watched(report.pathOrKey)
    switch report.news {
    case .bumped: break
    case .changed(let stamp): redacted.news = .changed(stamp: self.stamp(stamp))
    case .watched(let stamp, let changed):
      redacted.news = .watched(stamp: self.stamp(stamp), changed: changed)
    case .unwatchable: redacted.news = .unwatchable("-")
    }
    return redacted
  }

  /// Replaces a stamp by a number, which shows only whether it equals another one.
  private mutating func stamp(_ text: String) -> String { "stamp \(number(of: text))" }

  /// Redacts the paths and stamps of the changes that a request has recorded: `noted` for its next run, or `begun` with
  /// a run that has not succeeded yet. Keys are kept.
  mutating func changes(_ progress: ChangeProgress) -> ChangeProgress {
    var redacted = progress
    redacted.noted?.pathsAndKeys = progress.noted?.pathsAndKeys.map { watched($0) } ?? []
    redacted.begun?.pathsAndKeys = progress.begun?.pathsAndKeys.map { watched($0) } ?? []
    redacted.stamps = progress.stamps.map {
      PathStamp(path: watched($0.path), text: stamp($0.text))
    }
    return redacted
  }
}
