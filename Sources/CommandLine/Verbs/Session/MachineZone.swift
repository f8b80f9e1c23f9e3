import Vocabulary

#if canImport(Glibc)
  import Glibc
#endif

/// The time zone of the reader.
package struct MachineZone: ZoneRules {
  package init() {}

  /// Converts a time to the local time of this machine; to UTC if that fails.
  package func civil(at time: WallTime) -> CivilTime {
    let seconds = (time - WallTime(seconds: 0)).components.seconds
    var moment = time_t(seconds)
    var parts = tm()
    guard localtime_r(&moment, &parts) != nil else { return CivilTime(universalSeconds: seconds) }
    return CivilTime(
      year: Int(parts.tm_year) + 1900, month: Int(parts.tm_mon) + 1, day: Int(parts.tm_mday),
      hour: Int(parts.tm_hour), minute: Int(parts.tm_min), second: Int(parts.tm_sec))
  }

  /// The present time of this machine's clock.
  package static var now: WallTime { WallTime(seconds: Int64(time(nil))) }
}
