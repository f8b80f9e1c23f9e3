import Scheduling

#if canImport(Glibc)
  import Glibc
#endif

/// The time zone of whoever reads this.
struct MachineZone: ZoneRules {
  func civil(at time: WallTime) -> CivilTime {
    let seconds = (time - WallTime(seconds: 0)).components.seconds
    var moment = time_t(seconds)
    var parts = tm()
    guard localtime_r(&moment, &parts) != nil else { return CivilTime(universalSeconds: seconds) }
    return CivilTime(
      year: Int(parts.tm_year) + 1900, month: Int(parts.tm_mon) + 1, day: Int(parts.tm_mday),
      hour: Int(parts.tm_hour), minute: Int(parts.tm_min), second: Int(parts.tm_sec))
  }

  func wall(at civil: CivilTime) -> WallTime {
    var parts = tm()
    parts.tm_year = CInt(civil.year - 1900)
    parts.tm_mon = CInt(civil.month - 1)
    parts.tm_mday = CInt(civil.day)
    parts.tm_hour = CInt(civil.hour)
    parts.tm_min = CInt(civil.minute)
    parts.tm_sec = CInt(civil.second)
    parts.tm_isdst = -1
    return WallTime(seconds: Int64(mktime(&parts)))
  }

  /// Now, on this machine's clock.
  static var now: WallTime { WallTime(seconds: Int64(time(nil))) }
}
