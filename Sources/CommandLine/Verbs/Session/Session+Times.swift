import Control
import Vocabulary

// Times of day are those of whoever types them, as those that are printed are.
extension Session {
  /// `text` as RFC 3339 where it names a moment by calendar notation; else as it is, and so is what is no
  /// time, which the daemon refuses.
  ///
  /// - Parameter after: What it follows, as in `TimeNotation.parse`.
  func universal(_ text: String?, after: String? = nil) throws(Failure) -> String? {
    guard let text, isCalendarNotation(text) else { return text }
    let clock = try call(GetClock())
    let now = UniversalTime.parse(clock.now) ?? MachineZone.now
    // In the daemon's own zone it knows better what becomes of a time of day that clocks skip.
    if MachineZone().secondsFromUTC(at: now) == clock.zoneSeconds { return text }
    let first = after.flatMap { moment($0, now: now, after: nil) }?.resolved(from: now)
    guard case .at(let time) = moment(text, now: now, after: first) else { return text }
    return UniversalTime.text(time)
  }

  /// The time that has passed which `text` names, as RFC 3339.
  ///
  /// - Parameter option: As it is typed, for the refusal.
  func past(_ text: String?, of option: String) throws(Failure) -> String? {
    guard let text else { return nil }
    let now = UniversalTime.parse(try call(GetClock()).now) ?? MachineZone.now
    return try OptionValue.read(text, of: option, allowed: TimeNotation.allowedPast) {
      TimeNotation.past($0, now: now, zone: MachineZone()).map(UniversalTime.text)
    }
  }

  private func isCalendarNotation(_ text: String) -> Bool {
    let zero = WallTime(seconds: 0)
    guard case .at = moment(text, now: zero, after: nil) else { return false }
    return UniversalTime.parse(String(text.drop { $0 == " " })) == nil
  }

  private func moment(_ text: String, now: WallTime, after: WallTime?) -> Moment? {
    try? TimeNotation.parse(text, field: "", now: now, after: after, zone: MachineZone())
  }
}
