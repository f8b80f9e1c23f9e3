import Testing

@testable import Scheduling

struct DeviceHabitSpellsTests {
  private let settings = Settings()

  /// What `lengths` teach, with half an hour between the spells.
  private func spells(_ lengths: [Duration]) -> (DeviceHabitSpells, AwakeTime) {
    var spells = DeviceHabitSpells()
    var now = AwakeTime(seconds: 0)
    for length in lengths {
      spells.observe(true, at: now, settings: settings)
      spells.observe(false, at: now + length, settings: settings)
      now = now + length + .minutes(30)
    }
    spells.observe(true, at: now, settings: settings)
    return (spells, now)
  }

  @Test func withoutKnowledgeWhatHasLastedLastsAsLongAgain() {
    let spells = DeviceHabitSpells()
    for age in [Duration.minutes(2), .minutes(10), .hours(3)] {
      let chance = spells.chance(of: age, at: age, settings: settings)
      #expect((0.4...0.6).contains(chance))
    }
  }

  @Test func aLongerTimeIsLessLikelyAndAnOlderSpellSurer() {
    let (spells, _) = spells([.minutes(1), .minutes(3), .hours(7), .seconds(20), .hours(8)])
    for minutes in 1..<60 {
      let chance = spells.chance(of: .minutes(minutes), at: .minutes(5), settings: settings)
      #expect(
        spells.chance(of: .minutes(minutes + 1), at: .minutes(5), settings: settings) < chance)
      #expect((0...1).contains(chance))
    }
    #expect(
      spells.chance(of: .minutes(5), at: .minutes(30), settings: settings)
        > spells.chance(of: .minutes(5), at: .minutes(2), settings: settings))
  }

  @Test func learnsThatSpellsAreShortAndForgetsIt() {
    let flapping = Array(repeating: Duration.seconds(90), count: 10)
    let nights = Array(repeating: Duration.hours(7), count: 10)
    let (short, _) = spells(flapping)
    let (long, _) = spells(flapping + nights)
    #expect(short.chance(of: .minutes(5), at: .seconds(70), settings: settings) < 0.2)
    #expect(long.chance(of: .minutes(5), at: .seconds(70), settings: settings) > 0.5)
  }

  @Test func aLossTooShortForAnyGateEndsNoSpell() {
    var (spells, start) = spells([])
    spells.observe(false, at: start + .minutes(3), settings: settings)
    #expect(spells.age(at: start + .seconds(185), settings: settings) == .seconds(185))
    spells.observe(true, at: start + .seconds(190), settings: settings)
    #expect(spells.age(at: start + .minutes(5), settings: settings) == .minutes(5))
    spells.observe(false, at: start + .minutes(6), settings: settings)
    #expect(spells.age(at: start + .minutes(7), settings: settings) == nil)
    spells.observe(true, at: start + .minutes(8), settings: settings)
    #expect(spells.age(at: start + .minutes(9), settings: settings) == .minutes(1))
    #expect(spells.ended.reduce(0, +) == 1)
  }

  @Test func aSpellThatEndsUnseenTeachesNothing() {
    var (spells, start) = spells([])
    let before = spells.ended
    spells.observe(nil, at: start + .minutes(3), settings: settings)
    spells.observe(true, at: start + .minutes(4), settings: settings)
    #expect(spells.ended == before)
    #expect(spells.age(at: start + .minutes(5), settings: settings) == .minutes(1))
  }

  @Test func theLengthOfAChanceHasThatChance() throws {
    let (spells, _) = spells([.minutes(1), .minutes(3), .hours(7), .seconds(20), .hours(8)])
    for age in [Duration.seconds(61), .minutes(7), .hours(5)] {
      for chance in [0.9, 0.5, 0.2] {
        let length = try #require(spells.length(with: chance, at: age, settings: settings))
        let again = spells.chance(of: length, at: age, settings: settings)
        #expect(abs(again - chance) < 1e-6)
      }
    }
  }

  @Test func findsTheAgeThatIsSureEnough() throws {
    let (spells, _) = spells([.minutes(1), .minutes(3), .hours(7), .seconds(20), .hours(8)])
    let age = try #require(
      spells.age(from: .seconds(60), reaching: 0.9, of: .minutes(5), settings: settings))
    #expect(age > .seconds(60))
    #expect(spells.chance(of: .minutes(5), at: age, settings: settings) >= 0.9)
    #expect(
      spells.chance(of: .minutes(5), at: age - age / 10, settings: settings) < 0.9)
  }
}
