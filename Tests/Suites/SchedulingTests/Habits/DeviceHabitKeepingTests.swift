import Testing

@testable import Scheduling

struct DeviceHabitKeepingTests {
  private static func random(_ generator: inout SeededGenerator) -> DeviceState {
    var state = DeviceHabitLife.state(
      Bool.random(using: &generator) ? .ac : .battery, idle: Bool.random(using: &generator))
    state.network = Network.allCases.randomElement(using: &generator)
    state.isMetered = Bool.random(using: &generator)
    return state
  }

  @Test(arguments: UInt64(0)..<20) func isTheSameHoweverOftenItIsAsked(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    var quiet = DeviceHabitLife()
    var asked = quiet
    for _ in 0..<60 {
      let state = Self.random(&generator)
      quiet.observe(state)
      asked.observe(state)
      for _ in 0..<Int.random(in: 0..<5, using: &generator) {
        let time = Duration.milliseconds(Int.random(in: 0..<20_000_000, using: &generator))
        quiet.now = quiet.now.advanced(by: time)
        asked.now = quiet.now
        asked.observe(state)
        _ = asked.settled
      }
    }
    #expect(quiet.settled == asked.settled)
  }

  @Test(arguments: UInt64(0)..<10) func survivesBeingKept(seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    var life = DeviceHabitLife()
    for _ in 0..<300 {
      let time = Duration.seconds(Int.random(in: 0..<20_000, using: &generator))
      life.spend(time, Self.random(&generator))
    }
    let kept = life.settled.bytes
    let parsed = DeviceHabit(bytes: kept)
    let read = try #require(parsed)
    #expect(read.bytes == kept)
    #expect(read.shares == life.settled.shares)
    #expect(read.poweredIntervals.watched == life.settled.poweredIntervals.watched)
    #expect(read.restingIntervals.ended == life.settled.restingIntervals.ended)
  }

  @Test func isSmallWhereLittleHappens() {
    var life = DeviceHabitLife()
    life.spendDays(30)
    #expect(life.settled.bytes.count < 2048)
  }

  @Test func refusesWhatIsDamaged() {
    var life = DeviceHabitLife()
    life.spendDays(4)
    let kept = life.settled.bytes
    for length in 0..<kept.count {
      #expect(DeviceHabit(bytes: Array(kept.prefix(length))) == nil)
    }
    #expect(DeviceHabit(bytes: kept + [0]) == nil)
    #expect(DeviceHabit(bytes: [9] + kept.dropFirst()) == nil)
    // The weight of the history, and a time, both not a number.
    for first in [2, 10] {
      var damaged = kept
      damaged.replaceSubrange(first..<first + 8, with: Array(repeating: 0xFF, count: 8))
      #expect(DeviceHabit(bytes: damaged) == nil)
    }
  }

  @Test func keepsLearningWhereItLeftOff() throws {
    var life = DeviceHabitLife()
    life.spendDays(2)
    try life.restart()
    life.spendDays(2)
    #expect(life.settled.daysKnown == 4)
  }
}
