import Scheduling

/// UTC, to check whether a text is a time at all.
struct UniversalZone: ZoneRules {
  func civil(at time: WallTime) -> CivilTime {
    CivilTime(universalSeconds: (time - WallTime(seconds: 0)).components.seconds)
  }

  /// Returns whether `text` is a time, absolute or relative, in the notation of options.
  static func knows(_ text: String) -> Bool {
    let now = WallTime(seconds: 0)
    do throws(Refusal) {
      _ = try TimeNotation.parse(text, field: "", now: now, zone: UniversalZone())
      return true
    } catch {
      return false
    }
  }
}
