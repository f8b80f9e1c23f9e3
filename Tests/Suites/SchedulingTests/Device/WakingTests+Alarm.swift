import Testing

@testable import Scheduling

/// The alarm after each change of the requests or of the device.
extension WakingTests {
  @Test func theAlarmFollowsEachRequest() {
    var world = world()
    let start = world.now.wall
    func submit(_ id: String, _ hours: Int) {
      self.submit(id, to: &world) {
        ($0.terms.every, $0.terms.allowsBattery) = (nil, true)
        ($0.earliest, $0.latest) = (.after(.hours(1)), .after(.hours(hours)))
      }
    }
    submit("late", 30)
    submit("soon", 10)
    submit("middle", 20)
    #expect(world.scheduler.machineAlarm == start + .hours(10) - lead)
    world.cancel("soon")
    #expect(world.scheduler.machineAlarm == start + .hours(20) - lead)
    submit("late", 5)
    #expect(world.scheduler.machineAlarm == start + .hours(5) - lead)
    world.cancel("late")
    #expect(world.scheduler.machineAlarm == start + .hours(20) - lead)
    world.cancel("middle")
    #expect(world.scheduler.machineAlarm == nil)
  }

  /// On battery, the budget of utility is at most an hour.
  @Test func theAlarmFollowsTheBudgetsOfBatteryAndPower() {
    var world = world()
    world.measure(.battery(80), .idle(false))
    let start = world.now.wall
    submit("upload", to: &world) {
      ($0.terms.namedKind, $0.terms.every, $0.terms.budget) = (.utility, nil, .hours(2))
      ($0.earliest, $0.latest) = (.after(.hours(11)), .after(.hours(20)))
      $0.terms.allowsBattery = true
    }
    #expect(world.scheduler.machineAlarm == start + .hours(19) - WakeTimes.settling)
    world.measure(.power(.ac))
    world.pass(.minutes(5))
    #expect(world.scheduler.machineAlarm == start + .hours(18) - WakeTimes.settling)
  }
}
