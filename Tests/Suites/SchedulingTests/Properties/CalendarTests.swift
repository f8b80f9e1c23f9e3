import Testing

@testable import Scheduling

/// Daily requests with a clock and a zone that are set at random: one run per period.
struct CalendarTests {
  private struct Life {
    var world = World()
    var random: SeededGenerator
    var zone = 0
    /// The day of each run on the user's calendar, counted from the hour of the first window, and its start.
    var runs: [(day: Int64, at: Instant)] = []
    /// The number of times that the clock was set, and set back by more than a day.
    var jumps = 0
    var longJumpsBack = 0
    var noted = 0

    init(seed: UInt64) {
      random = SeededGenerator(seed: seed)
    }

    mutating func note() {
      world.finish("daily")
      for (at, effect) in world.history[noted...] {
        guard case .afterCommit(.launch) = effect else { continue }
        let local = LocalTime(at.wall, zoneSeconds: zone)
        runs.append((floorDivide(local.wholeSeconds - 5400, 86400), at))
      }
      noted = world.history.count
    }

    mutating func set(zone: Int) {
      self.zone = zone
      world.send(.zone(secondsFromUTC: zone))
      note()
    }

    mutating func setClock(by offset: Duration) {
      jumps += 1
      if offset < .days(-1) { longJumpsBack += 1 }
      world.setClock(by: offset)
      note()
    }

    mutating func pass(hours: Int) {
      for _ in 0..<hours * 4 {
        world.pass(.minutes(15))
        note()
      }
    }
  }

  private func submit(_ life: inout Life, night: Bool) {
    let midnight = life.world.now.wall - .minutes(390)
    life.world.submit("daily", .maintenance) {
      $0.terms.every = .days(1)
      // The window opens at 01:30, so that a day is counted from that time.
      $0.earliest = .at(midnight + .minutes(25 * 60 + 30))
      $0.latest = night ? .at(midnight + .hours(30)) : nil
    }
  }

  private func step(_ life: inout Life, clockIsSet: Bool) {
    switch Int.random(in: 0..<(clockIsSet ? 11 : 8), using: &life.random) {
    case 0: life.set(zone: life.zone + life.random.pick([3600, -3600]))
    case 1: life.set(zone: 3600 * Int.random(in: -12...14, using: &life.random))
    case 2:
      life.world.suspend(.hours(life.random.pick([1, 7, 30, 100])))
      life.note()
    case 3:
      life.world.reboot(offline: .hours(life.random.pick([1, 9, 50])))
      life.note()
    case 4:
      life.world.set(.power(life.random.flip() ? .battery : .ac), .battery(60))
      life.note()
    case 8: life.setClock(by: .minutes(life.random.pick([-600, -61, -1, 1, 61, 600])))
    case 9: life.setClock(by: .hours(life.random.pick([-60, -25, 25, 60])))
    default: life.pass(hours: life.random.pick([1, 5, 12, 30]))
    }
  }

  private static let seeds = 0..<40 as Range<UInt64>

  @Test(arguments: seeds, [true, false])
  func oneRunADayWhereverTheUserGoes(seed: UInt64, night: Bool) throws {
    var life = Life(seed: seed)
    submit(&life, night: night)
    for _ in 0..<40 { step(&life, clockIsSet: false) }
    life.world.set(.power(.ac))
    life.pass(hours: 60)
    try #require(life.runs.count > 3)
    for (run, next) in zip(life.runs, life.runs.dropFirst()) {
      #expect(next.day > run.day, "seed \(seed): \(run) and \(next)")
      #expect(next.at.wall - run.at.wall >= .hours(12))
    }
  }

  @Test(arguments: seeds, [true, false])
  func oneRunADayHoweverTheClockIsSet(seed: UInt64, night: Bool) throws {
    var life = Life(seed: seed)
    submit(&life, night: night)
    for _ in 0..<40 { step(&life, clockIsSet: true) }
    life.world.set(.power(.ac))
    life.pass(hours: 24 * 8)
    // A day has two runs only if the clock was set back by more than a day.
    let repeats = zip(life.runs, life.runs.dropFirst()).filter { $1.day <= $0.day }
    #expect(repeats.count <= life.longJumpsBack, "seed \(seed)")
    // No more than two days pass without a run.
    let last = try #require(life.runs.last)
    #expect(life.world.now.wall - last.at.wall <= .days(2))
  }

  /// A year in Berlin: nightly work stays in the night, each night, through both changes of the clocks.
  @Test func everyNightOfAYearIsDone() {
    var life = Life(seed: 0)
    let begin = life.world.now.wall
    submit(&life, night: true)
    for hour in 0..<(365 * 24) {
      // The last Sundays of March and October, at 01:00 UTC: days 27 and 237 from 2 March.
      if begin + .hours(hour) == begin + .hours(26 * 24 + 19) { life.set(zone: 3600) }
      if begin + .hours(hour) == begin + .hours(236 * 24 + 19) { life.set(zone: 0) }
      life.world.pass(.hours(1))
      life.note()
    }
    #expect(life.runs.map(\.day) == Array(life.runs[0].day..<(life.runs[0].day + 365)))
  }
}
