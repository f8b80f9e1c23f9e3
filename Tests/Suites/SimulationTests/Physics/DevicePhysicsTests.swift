import Scheduling
import Testing

@testable import Simulation

struct DevicePhysicsTests {
  private let start = WallTime(seconds: 1_000_000)

  private func cue(_ after: Duration = .zero, _ change: (inout PhysicsEvent) -> Void = { _ in })
    -> PhysicsEvent
  {
    var cue = PhysicsEvent(at: start + after)
    change(&cue)
    return cue
  }

  private func battery(_ level: Int, _ change: (inout BatteryModel) -> Void = { _ in })
    -> BatteryModel
  {
    var battery = BatteryModel()
    battery.level = level
    change(&battery)
    return battery
  }

  /// Every change of `body` until `end`, one moment after the other.
  private func story(_ body: DevicePhysics, until end: Duration) -> [(Duration, [DeviceValue])] {
    var body = body
    var story = [(Duration.zero, body.firstReport())]
    while let next = body.nextChange, next <= start + end {
      let values = body.advance(to: next)
      if !values.isEmpty { story.append((next - start, values)) }
    }
    return story
  }

  @Test func drainsByThePercentAtExactMoments() {
    let body = DevicePhysics(
      battery: battery(50) { $0.screenOffDrain = 6 }, heat: nil, cues: [cue()])
    let changes = story(body, until: .minutes(30))
    #expect(changes.dropFirst().map(\.0) == [.minutes(10), .minutes(20), .minutes(30)])
    #expect(changes.dropFirst().map(\.1) == [[.battery(49)], [.battery(48)], [.battery(47)]])
  }

  @Test func drainsFasterWithTheScreenAnAppARunAndAnOldBattery() {
    let old = battery(50) { $0.health = 0.5 }
    var body = DevicePhysics(
      battery: old, heat: nil,
      cues: [
        cue {
          $0.screenIsOn = true
          $0.useDrain = 10
        }
      ])
    _ = body.firstReport()
    body.load = PhysicsLoad(drainPerHour: 8, heatPerMinute: 0)
    // (12 + 10 + 8) / 0.5 is a percent a minute.
    #expect(body.nextChange == start + .minutes(1))
  }

  @Test func chargesToTheFullAndStaysThere() {
    let body = DevicePhysics(
      battery: battery(79) {
        $0.charging = 61
        $0.screenOffDrain = 1
        $0.topUpShare = 31.0 / 61
      }, heat: nil, cues: [cue { $0.isPowered = true }])
    let changes = story(body, until: .hours(10))
    // A percent a minute up to 80, and then one in two.
    #expect(changes.map(\.0).prefix(3) == [.zero, .minutes(1), .minutes(3)])
    #expect(changes.last?.0 == .minutes(41))
    #expect(changes.last?.1.contains(.battery(100)) == true)
  }

  @Test func isEmptyAndStaysSo() {
    let body = DevicePhysics(
      battery: battery(2) { $0.screenOffDrain = 60 }, heat: nil, cues: [cue()])
    #expect(story(body, until: .hours(5)).map(\.0) == [.zero, .minutes(1), .minutes(2)])
  }

  @Test func turnsLowPowerModeOnAtTwentyAndOffAtEighty() {
    var model = battery(21)
    model.screenOffDrain = 60
    model.charging = 120
    let body = DevicePhysics(
      battery: model, heat: nil, lowPower: .whenLow,
      cues: [cue(), cue(.minutes(2)) { $0.isPowered = true }])
    let changes = story(body, until: .hours(3))
      .filter { $0.1.contains { $0.key == "low-power" } }
    #expect(
      changes.map(\.1).map { $0.first } == [.lowPower(false), .lowPower(true), .lowPower(false)])
    #expect(changes[1].0 == .minutes(1))
    #expect(changes[2].1.contains(.battery(80)))
  }

  @Test func isPluggedInByWhoeverSeesThatItIsLow() {
    let model = battery(11) {
      $0.screenOffDrain = 60
      $0.screenOnDrain = 60
      $0.charging = 200
      $0.rescuedAt = 10
    }
    let body = DevicePhysics(
      battery: model, heat: nil,
      cues: [cue(), cue(.minutes(3)) { $0.screenIsOn = true }, cue(.minutes(4))])
    let power = story(body, until: .days(1)).filter { $0.1.contains { $0.key == "power" } }
    #expect(power.count == 3)
    #expect(power[1].0 == .minutes(3) && power[1].1.contains(.power(.ac)))
    #expect(power[2].1 == [.battery(80), .power(.battery)])
  }

  @Test func warmsInALineAndCoolsWithHysteresis() {
    var heat = HeatModel()
    heat.warming = 1
    heat.cooling = 1
    let body = DevicePhysics(
      battery: nil, heat: heat,
      cues: [
        cue { $0.ambient = 30 },
        cue(.minutes(10)) {
          $0.ambient = 30
          $0.useHeat = 12
        }, cue(.minutes(30)) { $0.ambient = 30 },
      ])
    let changes = story(body, until: .hours(2)).dropFirst()
    #expect(
      changes.map(\.1) == [
        [.thermal(.fair)], [.thermal(.serious)], [.thermal(.fair)], [.thermal(.nominal)],
      ])
    // 36 after 6 degrees, 41 after 11; 39 three below 42, and 34 eight.
    #expect(changes.map(\.0) == [.minutes(16), .minutes(21), .minutes(33), .minutes(38)])
  }

  @Test func aRunHeatsUntilItIsHotAndNotAMomentLater() {
    var heat = HeatModel()
    heat.cooling = 3
    var body = DevicePhysics(battery: nil, heat: heat, cues: [cue { $0.ambient = 39 }])
    _ = body.firstReport()
    #expect(body.thermal == .fair)
    body.load = PhysicsLoad(drainPerHour: 0, heatPerMinute: 9)
    #expect(body.nextChange == start + .seconds(20))
    #expect(body.advance(to: start + .seconds(20)) == [.thermal(.serious)])
  }

  @Test func aWeakRunIsCooledAsItHeats() {
    var body = DevicePhysics(battery: nil, heat: HeatModel(), cues: [cue { $0.ambient = 39 }])
    _ = body.firstReport()
    body.load = PhysicsLoad(drainPerHour: 0, heatPerMinute: 0.4)
    #expect(body.nextChange == nil)
  }

  @Test func isNotChargedWhileItIsHot() {
    var body = DevicePhysics(
      battery: battery(50), heat: HeatModel(),
      cues: [
        cue {
          $0.ambient = 40
          $0.isPowered = true
        }
      ])
    #expect(body.firstReport().contains(.thermal(.serious)))
    #expect(body.nextChange == nil)
  }

  @Test func eventsOfEqualSurroundingsKeepTheirTimes() {
    let all = (0..<100).map { index in
      cue(.minutes(index)) {
        $0.screenIsOn = index % 2 == 0
        $0.useDrain = Double(index % 3)
      }
    }
    let events = PhysicsEvents(all)
    #expect(events.count == 100)
    #expect(all.indices.map { events[$0] } == all)
    #expect(all.indices.map { events.moment(of: $0) } == all.map(\.at))
  }

  @Test func comesToTheSameInManyStepsAsInOne() {
    let cues = (0..<200).map { index in
      cue(.minutes(index * 17)) {
        $0.screenIsOn = index % 3 == 0
        $0.isPowered = index % 7 == 2
        $0.ambient = Double(15 + index % 11 * 3)
        $0.useHeat = Double(index % 5)
      }
    }
    let body = DevicePhysics(
      battery: battery(64) { $0.rescuedAt = 12 }, heat: HeatModel(), lowPower: .whenLow,
      cues: PhysicsEvents(cues))
    var (once, often) = (body, body)
    _ = once.firstReport()
    _ = often.firstReport()
    _ = once.advance(to: start + .days(3))
    var told: [DeviceValue] = []
    while let next = often.nextChange, next <= start + .days(3) { told += often.advance(to: next) }
    _ = often.advance(to: start + .days(3))
    #expect(once == often)
    #expect(told.contains(.thermal(.fair)))
    #expect(told.contains { if case .battery = $0 { true } else { false } })
  }
}
