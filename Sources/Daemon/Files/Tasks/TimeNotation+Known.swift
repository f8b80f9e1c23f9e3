import Scheduling
import Zones

extension TimeNotation {
  /// Returns whether `text` is a time, absolute or relative, in any zone. With `endsDay`, a day without a time of day
  /// means its end.
  static func isTime(_ text: String, endsDay: Bool) -> Bool {
    let zone = KnownZones(local: FixedZone(secondsFromUTC: 0))
    do throws(Refusal) {
      _ = try parse(text, field: "", now: WallTime(seconds: 0), endsDay: endsDay, zone: zone)
      return true
    } catch {
      return false
    }
  }
}
