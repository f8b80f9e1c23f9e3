import Control
import Foundation
import Glibc
import Scheduling
import Testing
import Varlink

@testable import Daemon

struct VirtualClockTests {
  private let start = Instant(
    wall: WallTime(seconds: 1_772_433_000), boot: BootTime(seconds: 3600),
    awake: AwakeTime(seconds: 3600))
  private let second: Int64 = 1_000_000_000

  @Test func standsStillUntilMoved() {
    var clock = VirtualClock(at: start, real: 0)
    #expect(clock.now(real: 5 * second) == start)
    clock.jump(by: .hours(3), real: 5 * second)
    #expect(clock.now(real: 9 * second) == start.advanced(by: .hours(3)))
  }

  @Test func passesAtItsRateWhileNothingRuns() {
    var clock = VirtualClock(at: start, real: 0)
    clock.setRate(60, real: 0)
    #expect(clock.now(real: second) == start.advanced(by: .minutes(1)))
    clock.setRate(0, real: second)
    #expect(clock.now(real: 9 * second) == start.advanced(by: .minutes(1)))
  }

  @Test func passesAtItsRealRateWhileARunLives() {
    var clock = VirtualClock(at: start, real: 0)
    clock.setRate(3600, real: 0)
    clock.setHasRuns(true, real: 0)
    #expect(clock.now(real: 2 * second) == start.advanced(by: .seconds(2)))
    clock.setHasRuns(false, real: 2 * second)
    #expect(clock.now(real: 3 * second) == start.advanced(by: .seconds(3602)))
  }

  @Test func anyRateEndsWithTheYear2199AndTrapsNothing() {
    var clock = VirtualClock(at: start, real: 0)
    clock.setRate(1e7, real: 0)
    // After a day at this rate.
    #expect(clock.now(real: 86400 * second).wall == VirtualClock.end)
    clock.jump(by: .days(36000), real: 86400 * second)
    #expect(clock.now(real: 86400 * second).wall == VirtualClock.end)
  }

  @Test func atItsEndNothingIsWaitedFor() {
    var clock = VirtualClock(at: start, real: EngineClock.real)
    clock.jump(by: .days(36000), real: EngineClock.real)
    clock.jump(by: .days(36000), real: EngineClock.real)
    clock.setRate(1e7, real: EngineClock.real)
    #expect(EngineClock.simulated(clock).realDelay(.days(1)) == nil)
  }

  @Test func isNotMovedBeyondItsEndHoweverOften() throws {
    let daemon = try DaemonProcess(try TemporaryDirectory())
    _ = try daemon.call(
      Submit(
        id: "task", command: .test(["/bin/true"]), latest: "2h", atLatest: "drop",
        every: 31_000_000, requires: ["power"]))
    let refusals = try (0..<3).compactMap { _ in
      try refusal { _ = try daemon.call(AdvanceClock(by: 36000 * 86400)) }
    }
    #expect(refusals.count == 2)
    #expect(refusals.allSatisfy { $0.contains("by") && $0.contains("2200-01-01T00:00:00.000Z") })
    #expect(try daemon.call(List()).requests.map(\.id) == ["task"])
  }

  @Test func aFrozenRunHoldsNoClockUp() throws {
    let directory = try TemporaryDirectory()
    let policy = "\(directory.path)/policy.yaml"
    try Data("steady-power-loss: 0s".utf8).write(to: URL(fileURLWithPath: policy))
    let daemon = try DaemonProcess(directory, ["--config", policy])
    _ = try daemon.call(SetDevice(values: ["power": "ac", "idle": "yes"]))
    _ = try daemon.call(
      Submit(
        id: "long", kind: "processing", command: .test(["/bin/sleep", "3600"]),
        requires: ["power"], onClosedGate: "freeze"))
    // A run that has not begun yet would be stopped, not frozen. No event reports the begin, so it is polled.
    while try daemon.call(List()).requests.map(\.runState) == ["launching"] {}
    _ = try daemon.call(SetDevice(values: ["power": "battery"]))
    #expect(try daemon.call(List()).requests.map(\.runState) == ["frozen"])
    #expect(try daemon.call(GetClock()).runs == 0)
    let left = try daemon.call(Runs(id: "long")).runs.first?.budgetLeft
    #expect(try #require(left) > 0)
    _ = try daemon.call(AdvanceClock(by: 9 * 60))
    #expect(try daemon.call(List()).requests.map(\.runState) == ["frozen"])
    // The budget of a frozen run does not decrease.
    #expect(try daemon.call(Runs(id: "long")).runs.first?.budgetLeft == left)
    // The run may be frozen for ten minutes, and is then ended.
    _ = try daemon.call(AdvanceClock(by: 3600))
    #expect(try daemon.call(Runs(id: "long")).runs.first?.stopReason == "power")
    #expect(try daemon.call(Runs(id: "long")).runs.first?.budgetLeft == nil)
  }

  @Test func nothingThatWasAnsweredIsLostWithADaemonThatIsKilled() throws {
    let directory = try TemporaryDirectory()
    let daemon = try DaemonProcess(directory)
    let now = try daemon.call(AdvanceClock(by: 30 * 86400)).now
    kill(daemon.process.processIdentifier, SIGKILL)
    daemon.process.waitUntilExit()
    #expect(try DaemonProcess(directory).call(GetClock()).now == now)
  }

  private func refusal(_ body: () throws -> Void) throws -> String? {
    do {
      try body()
      return nil
    } catch ClientError.remote(let error) {
      return "\(error)"
    }
  }
}
