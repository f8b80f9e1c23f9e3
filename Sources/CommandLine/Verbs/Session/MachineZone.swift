import Terminal
import Vocabulary
import Zones

#if canImport(Glibc)
  import Glibc
#endif

/// The time zone of the reader.
package struct MachineZone: ZoneRules {
  package init() {}

  /// Converts a time to the local time of this machine; to UTC if that fails.
  package func civil(at time: WallTime) -> CivilTime {
    let seconds = floorDivide(time.nanoseconds, 1_000_000_000)
    var moment = time_t(seconds)
    var parts = tm()
    guard localtime_r(&moment, &parts) != nil else { return CivilTime(universalSeconds: seconds) }
    // tm(3type) counts years from 1900, and months from 0.
    return CivilTime(
      year: Int(parts.tm_year) + 1900, month: Int(parts.tm_mon) + 1, day: Int(parts.tm_mday),
      hour: Int(parts.tm_hour), minute: Int(parts.tm_min), second: Int(parts.tm_sec))
  }

  /// Returns the rules of the time zone with this name, from the machine's files; `nil` if there is no such zone.
  package func zone(named name: String) -> ZoneRule? { ZoneFiles.rule(of: name) }

  /// The variable TZ, which sets the zone of this terminal; `nil` if it is not set. A name is returned without the
  /// colon or the directory that can precede it (tzset(3)).
  static var variableTZ: String? {
    Process.environment["TZ"].map { text in
      let zone = text.hasPrefix(":") ? String(text.dropFirst()) : text
      let directory = "/usr/share/zoneinfo/"
      return zone.hasPrefix(directory) ? String(zone.dropFirst(directory.count)) : zone
    }
  }

  /// Throws a refusal if the variable TZ names an unknown zone. The library of C would treat it as UTC without an
  /// error.
  static func checkVariableTZ() throws(Failure) {
    guard let name = variableTZ, isUnknown(name) else { return }
    throw .refused(
      "time zone '\(name.visible)' of the variable TZ not found; set TZ to a name such as"
        + " Europe/Berlin (timedatectl list-timezones), or unset it")
  }

  /// Returns whether `name` is the name of a zone that this machine does not have. Paths, and rules such as
  /// `CET-1CEST`, are no names.
  private static func isUnknown(_ name: String) -> Bool {
    let isPath = name.utf8.first == UInt8(ascii: "/")
    let isRule = name.contains(",") || !name.contains("/") && name.contains(where: \.isNumber)
    return !name.isEmpty && !isPath && !isRule && ZoneFiles.rule(of: name) == nil
  }

  /// The present time of this machine's clock.
  package static var now: WallTime { WallTime(seconds: Int64(time(nil))) }
}
