// What a submission keeps of the windows that it finds.
extension Request {
  /// Submitted again with the same interval, periodic work keeps its rhythm: new criteria are
  /// neither a reason for a second run in one interval nor do they put its latest date off, also
  /// where a script submits the same every day. What the submitter names anew, another beginning or
  /// a date as latest, is taken at its word.
  ///
  /// - Parameter old: The request of its key.
  mutating func keepRhythm(
    of old: Request?, _ submission: Submission, _ settings: Settings, at now: Instant
  ) {
    guard let old, var kept = old.period, let period,
      kept.every == period.every, kept.flex == period.flex, kept.unit == period.unit
    else { return }
    progress.lastSuccess = old.progress.lastSuccess
    // A date beyond the change of clocks names the same time of day, and moves no window before it.
    let onItsClocks = kept.moved(to: period.zoneSeconds)
    guard submission.earliest == nil || onItsClocks.hasInterval(at: period.anchor) else { return }
    var window = old.window
    let rest = rest(in: kept.every, settings)
    window.atLatest = self.window.atLatest
    if period.latestAfter != kept.latestAfter {
      kept.latestAfter = period.latestAfter
      window.latest = kept.window(atLatest: window.atLatest, rest: rest).latest
      if case .at = submission.latest, let asked = self.window.latest, asked > window.opens {
        window.latest = asked
      }
    }
    self.period = kept
    // To drop at once what was just asked for would help nobody.
    if !window.isDropped(at: now.wall) { self.window = window }
  }
}
