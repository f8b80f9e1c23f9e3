import Scheduling

extension ZoneRules {
  /// How far its clocks are ahead of UTC at `time`.
  func secondsFromUTC(at time: WallTime) -> Int {
    Int(civil(at: time).universalSeconds - (time - WallTime(seconds: 0)).components.seconds)
  }
}
