import Scheduling

extension TimeNotation {
  /// Returns whether `text` is a time, absolute or relative, in any zone.
  static func knows(_ text: String) -> Bool {
    do throws(Refusal) {
      _ = try parse(
        text, field: "", now: WallTime(seconds: 0), zone: FixedZone(secondsFromUTC: 0))
      return true
    } catch {
      return false
    }
  }
}
