import CLinux
import Scheduling

/// The system's time zone.
struct LocalZone: ZoneRules {
  func civil(at time: WallTime) -> CivilTime {
    let seconds = (time - WallTime(seconds: 0)).components.seconds
    let civil = rubato_zone_civil(seconds)
    return CivilTime(
      year: Int(civil.year), month: Int(civil.month), day: Int(civil.day), hour: Int(civil.hour),
      minute: Int(civil.minute), second: Int(civil.second))
  }

  func wall(at civil: CivilTime) -> WallTime {
    WallTime(
      seconds: rubato_zone_seconds(
        rubato_civil(
          year: CInt(civil.year), month: CInt(civil.month), day: CInt(civil.day),
          hour: CInt(civil.hour), minute: CInt(civil.minute), second: CInt(civil.second))))
  }
}
