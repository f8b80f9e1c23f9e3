import Testing

@testable import Scheduling

/// Whether a user's apps follow each other, or are opened independently.
struct SequenceEvidenceTests {
  @Test func expectsSequencesOfANewUser() {
    #expect(UserHabit().sequences.strength > 0.8)
  }

  /// 25 opens a day at any time, of any app.
  @Test func forgetsSequencesWhereAppsFollowByChance() throws {
    var generator = SeededGenerator(seed: 3)
    var life = HabitLife(apps: 7)
    liveIndependently(&life, days: 0..<14, &generator)
    #expect(life.user.sequences.strength < 0.1)
    let lastOpen = try #require(life.user.lastOpen)
    let previous = try #require(life.user.moment(at: lastOpen + .seconds(1)).previous)
    #expect(previous.weight < 0.1)
    // The user takes up a sequence, in which the next app is opened within seconds.
    for day in 14..<17 {
      for hour in 8..<20 {
        life.open(2, at: HabitLife.time(day, Double(hour)))
        life.open(5, at: HabitLife.time(day, Double(hour) + 0.01))
      }
    }
    #expect(life.user.sequences.strength > 0.99)
  }

  /// The next app is opened after four minutes, but it is always the same one.
  @Test func knowsSequencesWithLongStays() {
    var life = HabitLife(apps: 6)
    for day in 0..<14 {
      for hour in 8..<20 {
        let first = 2 * ((hour + day) % 3)
        life.open(first, at: HabitLife.time(day, Double(hour)))
        life.open(first + 1, at: HabitLife.time(day, Double(hour) + 4.0 / 60))
      }
    }
    #expect(life.user.sequences.strength > 0.9)
  }

  /// The scheduler also learns from the choice of the app, for which it compares the app with the others at each open.
  @Test func theSchedulerComparesTheOpenedAppWithTheOthers() throws {
    var (world, life) = (World(), HabitLife(apps: 3))
    for app in 0..<3 { world.register("app\(app)", isNew: true) }
    for open in 0..<8 {
      world.tell("app\(open % 3)", .opened)
      world.tell("app\(open % 3)", .closed)
      life.open(open % 3, at: LocalTime(world.now.wall, zoneSeconds: 0))
      world.pass(.minutes(8))
    }
    let learned = try #require(world.scheduler.context.apps.habitOfUser[World.user])
    #expect(learned.sequences == life.user.sequences)
  }

  /// Any opens leave the evidence within its bounds, from which some dozens of opens lead back.
  @Test func staysWithinItsBounds() {
    var evidence = SequenceEvidence()
    for _ in 0..<1000 { evidence.learn(.infinity) }
    #expect(evidence.octaves == SequenceEvidence.range.upperBound)
    for _ in 0..<1000 { evidence.learn(0) }
    #expect(evidence.octaves == SequenceEvidence.range.lowerBound)
  }

  private func liveIndependently(
    _ life: inout HabitLife, days: Range<Int>, _ generator: inout SeededGenerator
  ) {
    for day in days {
      let hours = (0..<25).map { _ in Double.random(in: 7..<22.5, using: &generator) }.sorted()
      for hour in hours {
        life.open(Int.random(in: 0..<7, using: &generator), at: HabitLife.time(day, hour))
      }
    }
  }
}
