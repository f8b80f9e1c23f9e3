import Control
import Terminal
import Vocabulary
import Zones

// Typed times of day are in the caller's zone, like printed ones.
extension Session {
  /// Returns a call whose typed times do not depend on the zone of this terminal, which the daemon does not know. The
  /// other times are those of a file, in the daemon's zone, and stay.
  ///
  /// - Parameters:
  ///   - typed: The fields of the call that options set.
  ///   - keepsEarliest: Whether the daemon takes the earliest date, which the latest date follows, from elsewhere: from
  ///     the present request, or from a timer.
  package func universalTimes(
    of call: Submit, typed: [String], keepsEarliest: Bool = false
  ) throws(Failure) -> Submit {
    var converted = call
    if typed.contains("on"), let events = call.on { converted.on = try OptionValue.events(events) }
    if typed.contains("latest") {
      // It depends on the earliest date as it was written.
      converted.latest = try universalTime(
        call.latest, after: call.earliest, isAfterTyped: typed.contains("earliest"), endsDay: true,
        followsUnknown: keepsEarliest && !typed.contains("earliest"))
    }
    if typed.contains("earliest") { converted.earliest = try universalTime(call.earliest) }
    return converted
  }

  /// Returns `text` as RFC 3339 if it is a day and a time of day in the zone of this terminal, which the daemon does
  /// not know; otherwise unchanged. If the daemon must read it, adds the name of the zone instead. The daemon refuses
  /// text that is not a time.
  ///
  /// - Parameters:
  ///   - after: The time that it must follow, as in `TimeNotation.parse`.
  ///   - isAfterTyped: Whether `after` is in the zone of this terminal, and not in the daemon's.
  ///   - endsDay: Whether a day without a time of day means its end.
  ///   - followsUnknown: Whether it must follow a date that only the daemon knows.
  package func universalTime(
    _ text: String?, after: String? = nil, isAfterTyped: Bool = true, endsDay: Bool = false,
    followsUnknown: Bool = false
  ) throws(Failure) -> String? {
    guard let text, isLocalTime(text, endsDay) else { return text }
    if !TimeNotation.namesZone(text) { try MachineZone.checkVariableTZ() }
    if followsUnknown, let named = inNamedZone(text) { return named }
    let clock = try call(GetClock())
    let now = UniversalTime.parse(clock.now) ?? MachineZone.now
    let zone = MachineZone()
    // Zones that agree now can differ at the typed time, unless both are that of the machine.
    let agreesNow = zone.secondsFromUTC(at: now) == clock.zoneSeconds
    if agreesNow, followsUnknown || Process.environment["TZ"] == nil { return text }
    let daemonZone = KnownZones(local: FixedZone(secondsFromUTC: Int(clock.zoneSeconds)))
    let afterReading = after.flatMap {
      isAfterTyped ? reading($0, now: now, zone: zone) : reading($0, now: now, zone: daemonZone)
    }
    let afterTime = afterReading?.moment.resolved(from: now)
    guard let typed = reading(text, now: now, after: afterTime, endsDay, zone: zone),
      case .at(let time) = typed.moment
    else { return text }
    // The daemon reads a time of day that clocks skip for summer time, so that later runs return to it.
    let isSkipped = typed.zoneSeconds != zone.secondsFromUTC(at: time)
    return agreesNow && isSkipped ? text : UniversalTime.text(time)
  }

  /// Returns `text` with the name of its time zone, in which the daemon can read it. RFC 3339 would be one date, but a
  /// time of day follows another date, and can end each window. `nil` if the zone has no name that the daemon knows:
  /// the variable TZ is not set, or it is a rule such as `JST-9`.
  private func inNamedZone(_ text: String) -> String? {
    if TimeNotation.namesZone(text) { return text }
    guard let name = Process.environment["TZ"], TimeNotation.namesZone("00:00 \(name)"),
      MachineZone().zone(named: name) != nil
    else { return nil }
    return "\(text) \(name)"
  }

  /// Returns the past time in `text` as RFC 3339; `nil` if there is no text.
  ///
  /// - Parameter option: The typed option, for the refusal.
  func pastTime(_ text: String?, of option: String) throws(Failure) -> String? {
    guard let text else { return nil }
    if !isSameInAllZones(text) { try MachineZone.checkVariableTZ() }
    let now = UniversalTime.parse(try call(GetClock()).now) ?? MachineZone.now
    return try OptionValue.read(text, of: option, allowed: TimeNotation.allowedPast) {
      TimeNotation.past($0, now: now, zone: MachineZone()).map(UniversalTime.text)
    }
  }

  /// Returns whether the daemon's clock is simulated and stopped; it passes while a request runs.
  func hasStoppedClock() throws(Failure) -> Bool {
    let clock = try call(GetClock())
    return clock.simulated && clock.rate == 0 && clock.runs == 0
  }

  /// Prints a notice for people if the daemon's clock is simulated and stopped, so that no waiting request starts.
  /// Prints nothing if the daemon has ended.
  func reportStoppedClock() throws(Failure) {
    guard !isJSON, (try? hasStoppedClock()) == true else { return }
    Output.printError("rubatoctl: \(StatusText.stoppedClock(on: try screen()))")
  }

  /// Whether `text` means the same in every zone: a duration, RFC 3339, or a time with its own
  /// zone.
  private func isSameInAllZones(_ text: String) -> Bool {
    DurationNotation.parse(text) != nil || UniversalTime.parse(text) != nil
      || TimeNotation.namesZone(text)
  }

  /// Whether `text` is a day and a time of day, which depend on the time zone, and not RFC 3339.
  private func isLocalTime(_ text: String, _ endsDay: Bool) -> Bool {
    // Only the form of the text matters, so any time can be the present one.
    let anyTime = WallTime(seconds: 0)
    guard case .at = reading(text, now: anyTime, endsDay, zone: MachineZone())?.moment else {
      return false
    }
    let isUniversalTime = UniversalTime.parse(String(text.drop { $0 == " " })) != nil
    return !isUniversalTime
  }

  /// Reads a time in a zone; `nil` if the text is not a time.
  private func reading(
    _ text: String, now: WallTime, after: WallTime? = nil, _ endsDay: Bool = false,
    zone: some ZoneRules
  ) -> TimeNotation.Reading? {
    try? TimeNotation.read(
      text, field: "", now: now, after: after, endsDay: endsDay, zone: zone)
  }
}
