import Scheduling

// What requests wait to see changed.
extension Redactor {
  /// A path as others; keys are names, as those of requests.
  mutating func watched(_ what: ExactString) -> ExactString {
    ChangeTrigger.isPath(what) ? path(what) : what
  }

  mutating func report(_ report: ChangeReport) -> ChangeReport {
    var redacted = report
    redacted.what = watched(report.what)
    switch report.news {
    case .bumped: break
    case .changed(let stamp): redacted.news = .changed(stamp: self.stamp(stamp))
    case .watched(let stamp, let changed):
      redacted.news = .watched(stamp: self.stamp(stamp), changed: changed)
    case .unwatchable: redacted.news = .unwatchable("-")
    }
    return redacted
  }

  /// Of which nothing is told but whether it is the same as another.
  private mutating func stamp(_ text: String) -> String { "stamp \(number(of: text))" }

  mutating func changes(_ progress: ChangeProgress) -> ChangeProgress {
    var redacted = progress
    redacted.noted?.what = progress.noted?.what.map { watched($0) } ?? []
    redacted.begun?.what = progress.begun?.what.map { watched($0) } ?? []
    redacted.stamps = progress.stamps.map {
      PathStamp(path: watched($0.path), text: stamp($0.text))
    }
    return redacted
  }
}
