import Testing

@testable import Scheduling

struct TimestampTests {
  @Test func arithmeticSaturatesAtTheEndsOfTime() {
    let end = WallTime(nanoseconds: .max)
    let beginning = WallTime(nanoseconds: .min)
    #expect(end + .seconds(1) == end)
    #expect(beginning - .seconds(1) == beginning)
    #expect(end + .seconds(Int64.max) == end)
    #expect(WallTime(seconds: .max) == end)
    #expect(WallTime(seconds: .min) == beginning)
    #expect((end - beginning).nanoseconds == .max)
    #expect((beginning - end).nanoseconds == .min)
  }

  /// Both the short division and the long one, for durations beyond 156 years.
  @Test(arguments: 1...4 as ClosedRange<UInt64>)
  func nanosecondsAreWholeAndRoundedTowardZero(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    for bits in 1..<127 as Range<Int> {
      let high = Int128(random.next()) << 63 | Int128(random.next() >> 1)
      let attoseconds = (high & (1 << Int128(bits) - 1)) * (bits.isMultiple(of: 2) ? 1 : -1)
      let nanoseconds = Duration(attoseconds: attoseconds).nanoseconds
      #expect(nanoseconds == Int64(clamping: attoseconds / 1_000_000_000), "\(attoseconds)")
    }
  }

  @Test(arguments: 1...4 as ClosedRange<UInt64>)
  func addingAndTakingAwayCancelOut(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    for _ in 0..<1000 {
      let moment = BootTime(nanoseconds: .random(in: -(1 << 61)...(1 << 61), using: &random))
      let length = Duration.nanoseconds(Int64.random(in: -(1 << 61)...(1 << 61), using: &random))
      #expect((moment + length) - length == moment)
      #expect((moment + length) - moment == length)
      #expect(length.nanoseconds == (moment + length).nanoseconds - moment.nanoseconds)
    }
  }

  @Test(arguments: [
    (Duration.milliseconds(1500), 1.5), (.zero, 0), (.seconds(-3), -3), (.minutes(2), 120),
    (.hours(2), 7200), (.days(2), 172_800), (.nanoseconds(1), 1e-9),
  ])
  func durationsAreSecondsWithTheirFraction(duration: Duration, seconds: Double) {
    #expect(duration.seconds == seconds)
  }

  @Test func advancingMovesAllThreeClocks() {
    let instant = Instant(
      wall: WallTime(seconds: 1), boot: BootTime(seconds: 2), awake: AwakeTime(seconds: 3))
    let later = instant.advanced(by: .seconds(10))
    #expect(later.wall == WallTime(seconds: 11))
    #expect(later.boot == BootTime(seconds: 12))
    #expect(later.awake == AwakeTime(seconds: 13))
  }

  @Test func aWakeIsDueWithTheFirstOfItsClocks() {
    let now = Instant(
      wall: WallTime(seconds: 100), boot: BootTime(seconds: 50), awake: AwakeTime(seconds: 20))
    var wake = NextDeadlines()
    #expect(wake.delay(from: now) == nil)
    wake.include(WallTime(seconds: 130))
    wake.include(WallTime(seconds: 140))
    #expect(wake.delay(from: now) == .seconds(30))
    wake.include(BootTime(seconds: 70))
    #expect(wake.delay(from: now) == .seconds(20))
    wake.include(AwakeTime(seconds: 25))
    #expect(wake.delay(from: now) == .seconds(5))
    wake.include(AwakeTime(seconds: 10))
    #expect(wake.delay(from: now) == .zero)
    #expect(wake.wall == WallTime(seconds: 130))
  }
}
