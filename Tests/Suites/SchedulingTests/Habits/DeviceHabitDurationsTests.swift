import Testing

@testable import Scheduling

struct DeviceHabitDurationsTests {
  private let settings = Settings()

  /// Returns the durations learned from `lengths`, with half an hour between the intervals.
  private func durations(_ lengths: [Duration]) -> (DeviceHabitDurations, AwakeTime) {
    var durations = DeviceHabitDurations()
    var now = AwakeTime(seconds: 0)
    for length in lengths {
      durations.observe(true, at: now, settings: settings)
      durations.observe(false, at: now + length, settings: settings)
      now = now + length + .minutes(30)
    }
    durations.observe(true, at: now, settings: settings)
    return (durations, now)
  }

  @Test func withoutKnowledgeWhatHasLastedLastsAsLongAgain() {
    let durations = DeviceHabitDurations()
    for age in [Duration.minutes(2), .minutes(10), .hours(3)] {
      let chance = durations.chance(of: age, at: age, settings: settings)
      #expect((0.4...0.6).contains(chance))
    }
  }

  @Test func aLongerTimeIsLessLikelyAndAnOlderSpellSurer() {
    let (durations, _) = durations([.minutes(1), .minutes(3), .hours(7), .seconds(20), .hours(8)])
    for minutes in 1..<60 {
      let chance = durations.chance(of: .minutes(minutes), at: .minutes(5), settings: settings)
      #expect(
        durations.chance(of: .minutes(minutes + 1), at: .minutes(5), settings: settings) < chance)
      #expect((0...1).contains(chance))
    }
    #expect(
      durations.chance(of: .minutes(5), at: .minutes(30), settings: settings)
        > durations.chance(of: .minutes(5), at: .minutes(2), settings: settings))
  }

  @Test func learnsThatSpellsAreShortAndForgetsIt() {
    let flapping = Array(repeating: Duration.seconds(90), count: 10)
    let nights = Array(repeating: Duration.hours(7), count: 10)
    let (short, _) = durations(flapping)
    let (long, _) = durations(flapping + nights)
    #expect(short.chance(of: .minutes(5), at: .seconds(70), settings: settings) < 0.2)
    #expect(long.chance(of: .minutes(5), at: .seconds(70), settings: settings) > 0.5)
  }

  @Test func aLossTooShortForAnyGateEndsNoSpell() {
    var (durations, start) = durations([])
    durations.observe(false, at: start + .minutes(3), settings: settings)
    #expect(durations.age(at: start + .seconds(185), settings: settings) == .seconds(185))
    durations.observe(true, at: start + .seconds(190), settings: settings)
    #expect(durations.age(at: start + .minutes(5), settings: settings) == .minutes(5))
    durations.observe(false, at: start + .minutes(6), settings: settings)
    #expect(durations.age(at: start + .minutes(7), settings: settings) == nil)
    durations.observe(true, at: start + .minutes(8), settings: settings)
    #expect(durations.age(at: start + .minutes(9), settings: settings) == .minutes(1))
    #expect(durations.ended.reduce(0, +) == 1)
  }

  @Test func aSpellThatEndsUnseenTeachesNothing() {
    var (durations, start) = durations([])
    let before = durations.ended
    durations.observe(nil, at: start + .minutes(3), settings: settings)
    durations.observe(true, at: start + .minutes(4), settings: settings)
    #expect(durations.ended == before)
    #expect(durations.age(at: start + .minutes(5), settings: settings) == .minutes(1))
  }

  @Test func theLengthOfAChanceHasThatChance() throws {
    let (durations, _) = durations([.minutes(1), .minutes(3), .hours(7), .seconds(20), .hours(8)])
    for age in [Duration.seconds(61), .minutes(7), .hours(5)] {
      for chance in [0.9, 0.5, 0.2] {
        let length = try #require(durations.length(with: chance, at: age, settings: settings))
        let again = durations.chance(of: length, at: age, settings: settings)
        #expect(abs(again - chance) < 1e-6)
      }
    }
  }

  @Test func findsTheAgeThatIsSureEnough() throws {
    let (durations, _) = durations([.minutes(1), .minutes(3), .hours(7), .seconds(20), .hours(8)])
    let age = try #require(
      durations.age(from: .seconds(60), reaching: 0.9, of: .minutes(5), settings: settings))
    #expect(age > .seconds(60))
    #expect(durations.chance(of: .minutes(5), at: age, settings: settings) >= 0.9)
    #expect(
      durations.chance(of: .minutes(5), at: age - age / 10, settings: settings) < 0.9)
  }
}
