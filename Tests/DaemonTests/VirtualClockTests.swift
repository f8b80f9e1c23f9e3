import Scheduling
import Testing

@testable import Daemon

struct VirtualClockTests {
  private let start = Instant(
    wall: WallTime(seconds: 1_772_433_000), boot: BootTime(seconds: 3600),
    awake: AwakeTime(seconds: 3600))
  private let second: Int64 = 1_000_000_000

  @Test func standsStillUntilMoved() {
    var clock = VirtualClock(at: start, real: 0)
    #expect(clock.now(real: 5 * second) == start)
    clock.jump(by: .hours(3), real: 5 * second)
    #expect(clock.now(real: 9 * second) == start.advanced(by: .hours(3)))
  }

  @Test func passesAtItsRateWhileNothingRuns() {
    var clock = VirtualClock(at: start, real: 0)
    clock.setRate(60, real: 0)
    #expect(clock.now(real: second) == start.advanced(by: .minutes(1)))
    clock.setRate(0, real: second)
    #expect(clock.now(real: 9 * second) == start.advanced(by: .minutes(1)))
  }

  @Test func passesAtItsRealRateWhileARunLives() {
    var clock = VirtualClock(at: start, real: 0)
    clock.setRate(3600, real: 0)
    clock.setHasRuns(true, real: 0)
    #expect(clock.now(real: 2 * second) == start.advanced(by: .seconds(2)))
    clock.setHasRuns(false, real: 2 * second)
    #expect(clock.now(real: 3 * second) == start.advanced(by: .seconds(3602)))
  }
}
