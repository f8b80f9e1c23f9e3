import Scheduling
import Testing

/// Power that flaps, as with real chargers, neither starts nor stops a run.
struct SteadyPowerTests {
  /// A machine on battery, with a backup that requires power and is always queued or running.
  private static func backup(at start: WallTime) -> ListeningScheduler {
    var scheduler = ListeningScheduler(at: start)
    scheduler.report([.power(.battery)], from: 0)
    scheduler.submit(.userInitiated) {
      $0.terms.requires = .power
      $0.terms.budget = .hours(6)
    }
    return scheduler
  }

  /// Returns the result of external power in this order, each for so many seconds, beginning without power.
  private func life(_ seconds: [Double]) -> (backup: ListeningScheduler, events: [Double]) {
    let start = WallTime(seconds: 1_772_433_000)
    var backup = Self.backup(at: start)
    var elapsed = 0.0
    for (index, length) in seconds.enumerated() {
      backup.report([.power(index % 2 == 0 ? .battery : .ac), .battery(80)], from: 0)
      elapsed += length
      backup.live(until: start + .nanoseconds(Int64(elapsed * 1e9)))
    }
    let events = (backup.starts + backup.stops.map(\.at)).sorted().map { ($0 - start).seconds }
    return (backup, events)
  }

  @Test func powerStartsAfterAMinuteAndStopsTenSecondsAfterItIsLost() {
    // Lost for a moment at 300 s, permanently at 400 s.
    let life = life([100, 200, 9.9, 90.1, 600])
    #expect(life.events == [160, 410])
    #expect(life.backup.stops.map(\.reason) == [.gate(.power)])
  }

  @Test func aPlugThatFlapsStartsNothing() {
    let life = life([100] + [[Double]](repeating: [59.9, 0.1], count: 60).flatMap(\.self))
    #expect(life.backup.power.count > 100)
    #expect(life.events.isEmpty)
  }

  @Test func aPlugThatFlapsStopsNothing() {
    let life = life([100, 100] + [[Double]](repeating: [9.9, 0.1], count: 300).flatMap(\.self))
    #expect(life.backup.power.count > 500)
    #expect(life.events == [160])
  }

  @Test func aFlapOfAnEmptyBatteryStopsAtOnceAndStartsNothing() {
    let start = WallTime(seconds: 1_772_433_000)
    var backup = Self.backup(at: start)
    for (power, seconds) in [(Power.ac, 100), (.battery, 3), (.ac, 60), (.ac, 10)] {
      backup.report([.power(power), .battery(4)], from: 0)
      backup.live(.seconds(seconds))
    }
    #expect(backup.starts.map { ($0 - start).seconds } == [60, 163])
    #expect(backup.stops.map { ($0.at - start).seconds } == [100])
  }

  @Test func whoKnowsNothingOfPowerChangesNothing() {
    let start = WallTime(seconds: 1_772_433_000)
    var backup = Self.backup(at: start)
    backup.report([.power(.ac)], from: 0)
    for second in 1...600 {
      backup.live(until: start + .seconds(second))
      backup.report([.idle(second % 2 == 0)], from: 1)
    }
    #expect(backup.starts == [start + .seconds(60)])
    #expect(backup.stops.isEmpty)
  }

  /// Prints a row of the table of steady values: `RUBATO_TRACES=folder swift test --filter Steady`.
  @Test(.enabled(if: PowerRecording.isThere, "RUBATO_TRACES names no folder of recordings"))
  func theFlapsOfARealPhoneNeitherStartNorStopIt() throws {
    let recording = try PowerRecording(path: try #require(PowerRecording.path))
    let start = try #require(recording.changes.first).at
    var backup = Self.backup(at: start)
    var battery: [ExactString: DeviceValue] = ["power": .power(.battery)]
    for change in recording.changes {
      backup.live(until: change.at)
      if case .idle = change.value {
        backup.report([change.value], from: 1)
      } else {
        battery[change.value.key] = change.value
        backup.report(battery.values.sorted { $0.key < $1.key }, from: 0)
      }
    }
    let spells = spells(of: backup.power)
    checkStarts(backup, spells)
    checkStops(backup, spells)
    report(backup, spells)
  }

  // MARK: Observed power

  /// An interval with or without external power; the last interval has no end.
  private struct Spell {
    var isOn: Bool
    var start: WallTime
    var end: WallTime?

    /// Returns the duration of the interval, until `moment` if it has not ended.
    func length(by moment: WallTime) -> Duration { min(end ?? moment, moment) - start }

    func contains(_ moment: WallTime) -> Bool {
      start <= moment && end.map { moment < $0 } ?? true
    }

    func lasts(_ duration: Duration) -> Bool { end.map { $0 - start >= duration } ?? true }
  }

  private func spells(of power: [(at: WallTime, isOn: Bool)]) -> [Spell] {
    let ends = power.dropFirst().map { Optional($0.at) } + [nil]
    return zip(power, ends).map { Spell(isOn: $0.isOn, start: $0.at, end: $1) }
  }

  private func checkStarts(_ backup: ListeningScheduler, _ spells: [Spell]) {
    #expect(backup.starts.count > 50)
    for start in backup.starts {
      let spell = spells.first { $0.contains(start) }
      #expect(spell.map { $0.isOn && $0.length(by: start) >= .seconds(60) } == true, "\(start)")
    }
    for spell in spells where spell.isOn && spell.lasts(.seconds(60)) {
      let end = spell.end ?? .init(nanoseconds: .max)
      let isUsed = isRunning(backup, from: spell.start + .seconds(60), to: end)
      #expect(isUsed, "nothing ran from \(spell.start)")
    }
  }

  private func isRunning(_ backup: ListeningScheduler, from start: WallTime, to end: WallTime)
    -> Bool
  {
    let ends = backup.stops.map(\.at) + [WallTime(nanoseconds: .max)]
    return zip(backup.starts, ends).contains { $0 < end && $1 > start }
  }

  private func checkStops(_ backup: ListeningScheduler, _ spells: [Spell]) {
    let stops = backup.stops.filter { $0.reason == .gate(.power) }.map(\.at)
    #expect(stops.count > 50)
    for stop in stops {
      let spell = spells.first { $0.contains(stop) }
      let isEmpty = (backup.level(at: stop) ?? 100) < 5
      let least = isEmpty ? Duration.zero : .seconds(10)
      #expect(spell.map { !$0.isOn && $0.length(by: stop) >= least } == true, "\(stop)")
    }
    for spell in spells where !spell.isOn {
      let count = stops.count { spell.contains($0) }
      let isEmpty = (backup.level(at: spell.start) ?? 100) < 5
      #expect(count == 0 || isEmpty || spell.lasts(.seconds(10)))
      #expect(count <= 1)
    }
  }

  private func report(_ backup: ListeningScheduler, _ spells: [Spell]) {
    // The first interval is not a loss: the power before it is unknown.
    let losses = spells.dropFirst().filter { !$0.isOn }
    let shorter = [10, 30, 60].map { limit in losses.count { !$0.lasts(.seconds(limit)) } }
    let stops = backup.stops.count { $0.reason == .gate(.power) }
    print(
      "| \(losses.count) | \(shorter[0]) | \(shorter[1]) | \(shorter[2]) | \(backup.starts.count)",
      "| \(stops) | \(backup.stops.count - stops) |")
  }
}
