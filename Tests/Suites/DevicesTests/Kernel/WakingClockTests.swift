import Testing

@testable import Devices

/// Whether a real-time clock can wake the machine.
struct WakingClockTests {
  @Test(arguments: [("enabled", true), ("disabled", false)])
  func aClockThatMayWakeIsNeeded(state: String, wakes: Bool) {
    let tree = WrittenTree(["/sys/class/rtc/rtc0/device/power/wakeup": state])
    #expect(Machine.hasWakingClock(tree.kernel) == wakes)
  }

  @Test func aMachineWithoutAClockIsNotWoken() {
    #expect(!Machine.hasWakingClock(WrittenTree().kernel))
  }
}
