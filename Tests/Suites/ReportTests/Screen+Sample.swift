import Scheduling
import Terminal

extension Screen {
  /// A screen that breaks no lines and has no colours.
  static func sample(now: WallTime = WallTime(seconds: 0)) -> Screen {
    Screen(
      style: Style(isColoured: false), width: nil,
      clock: WallClock(now: now) { time in
        CivilTime(universalSeconds: time.nanoseconds / 1_000_000_000)
      })
  }
}
