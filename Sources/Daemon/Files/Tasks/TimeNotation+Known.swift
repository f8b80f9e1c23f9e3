import Scheduling

extension TimeNotation {
  /// Returns whether `text` is a time, absolute or relative, in any zone.
  static func knows(_ text: String) -> Bool {
    let zone = KnownZones(local: FixedZone(secondsFromUTC: 0))
    do throws(Refusal) {
      _ = try parse(text, field: "", now: WallTime(seconds: 0), zone: zone)
      return true
    } catch {
      return false
    }
  }
}
