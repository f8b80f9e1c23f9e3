import Bus
import Scheduling
import Testing

@testable import Launch

/// The state of a unit from systemd becomes the end of a run.
@Suite struct UnitStateTests {
  /// Returns the state, from systemd, of a service whose command exited without a signal.
  private func exited(_ changes: [String: BusValue] = [:]) -> UnitState {
    var state = UnitState([
      "LoadState": .string("loaded"), "ActiveState": .string("active"),
      "SubState": .string("exited"), "Result": .string("success"), "ExecMainCode": .int32(1),
      "ExecMainStatus": .int32(3), "StateChangeTimestampMonotonic": .uint64(2_000_000),
      "ActiveEnterTimestampMonotonic": .uint64(1_000_000),
      "ActiveExitTimestampMonotonic": .uint64(0),
      "ExecMainExitTimestampMonotonic": .uint64(2_000_000), "CPUUsageNSec": .uint64(1_500_000_000),
    ])
    state.merge(changes)
    return state
  }

  private func end(_ state: UnitState, wasStopped: Bool = false, wasKilled: Bool = false)
    -> ProcessExit
  {
    state.processExit(wasStopped: wasStopped, wasKilled: wasKilled)
  }

  @Test func tellsExitAndProcessorTime() {
    let end = end(exited())
    #expect(end.exit == 3)
    #expect(end.signal == nil)
    #expect(end.cpuSeconds == 1.5)
    #expect(!end.wasKilled && !end.wasStoppedOutside && !end.outOfMemory && !end.isUnexplained)
  }

  /// In newer versions of systemd, a service whose extensions are reloaded is "refreshing".
  @Test(arguments: ["active", "reloading", "refreshing", "deactivating"])
  func aServiceThatRunsIsNotInactive(active: String) {
    let running = exited([
      "ActiveState": .string(active), "SubState": .string("running"), "ExecMainCode": .int32(0),
    ])
    #expect(!running.isServiceInactive)
    #expect(running.phase == .running)
  }

  /// A service of type notify that has run before, and fails now before it is active.
  @Test func aStopOfAnEarlierStartDoesNotCount() {
    let failed = exited([
      "ActiveState": .string("failed"), "Result": .string("exit-code"),
      "ActiveEnterTimestampMonotonic": .uint64(1_000_000),
      "ActiveExitTimestampMonotonic": .uint64(1_200_000),
      "InactiveExitTimestampMonotonic": .uint64(1_900_000),
    ])
    #expect(!end(failed).wasStoppedOutside)
    #expect(end(failed).exit == 3)
    let late = exited([
      "ActiveState": .string("failed"), "Result": .string("timeout"),
      "RuntimeMaxUSec": .uint64(100_000), "ActiveEnterTimestampMonotonic": .uint64(1_000_000),
      "ActiveExitTimestampMonotonic": .uint64(1_200_000),
      "InactiveExitTimestampMonotonic": .uint64(1_900_000),
    ])
    #expect(!end(late).wasKilled)
  }

  @Test func tellsSignalAndCore() {
    let killed = end(exited(["ExecMainCode": .int32(2), "ExecMainStatus": .int32(9)]))
    #expect(killed.exit == nil)
    #expect(killed.signal == 9)
    #expect(!killed.dumpedCore)
    let dumped = end(exited(["ExecMainCode": .int32(3), "ExecMainStatus": .int32(11)]))
    #expect(dumped.signal == 11)
    #expect(dumped.dumpedCore)
  }

  @Test func takesTheGreatestNumberForUnknown() {
    let end = end(exited(["CPUUsageNSec": .uint64(.max), "MemoryPeak": .uint64(.max)]))
    #expect(end.cpuSeconds == nil)
    #expect(end.peakMemoryBytes == nil)
  }

  @Test func tellsWhatRanOutOfMemory() {
    let end = end(
      exited([
        "ActiveState": .string("failed"), "Result": .string("oom-kill"),
        "ExecMainCode": .int32(2), "ExecMainStatus": .int32(9),
        "ActiveExitTimestampMonotonic": .uint64(1_900_000),
      ]))
    #expect(end.outOfMemory)
    #expect(!end.wasStoppedOutside)
  }

  /// The unit left the active state before its command had ended.
  @Test func tellsWhatSomebodyElseStopped() {
    let stopped = exited([
      "ActiveState": .string("inactive"), "SubState": .string("dead"),
      "ExecMainCode": .int32(2), "ExecMainStatus": .int32(15),
      "ActiveExitTimestampMonotonic": .uint64(1_900_000),
    ])
    #expect(end(stopped).wasStoppedOutside)
    #expect(!end(stopped, wasStopped: true).wasStoppedOutside)
    #expect(!end(stopped, wasKilled: true).wasStoppedOutside)
    #expect(end(stopped, wasKilled: true).wasKilled)
  }

  @Test func takesAForgottenUnitForStopped() {
    let end = end(
      UnitState(["LoadState": .string("not-found"), "ActiveState": .string("inactive")]))
    #expect(end.wasStoppedOutside)
    #expect(end.isUnexplained)
  }

  @Test func takesTheGuardOfADeadDaemonForAKill() {
    let end = end(
      exited([
        "ActiveState": .string("failed"), "Result": .string("timeout"),
        "RuntimeMaxUSec": .uint64(500_000), "ExecMainCode": .int32(2), "ExecMainStatus": .int32(15),
        "ActiveExitTimestampMonotonic": .uint64(1_500_000),
      ]))
    #expect(end.wasKilled)
    #expect(!end.wasStoppedOutside)
  }

  @Test func followsThePhasesOfAStart() {
    var state = UnitState(["LoadState": .string("loaded"), "ActiveState": .string("inactive")])
    #expect(state.phase == .waiting)
    state.merge([
      "ActiveState": .string("activating"), "StateChangeTimestampMonotonic": .uint64(1),
    ])
    #expect(state.phase == .starting)
    state.merge(["ActiveState": .string("active")])
    #expect(state.phase == .running)
    state.merge(["ExecMainCode": .int32(1)])
    #expect(state.phase == .exited)
    state.merge(["ActiveState": .string("failed")])
    #expect(state.phase == .over)
    state.merge(["LoadState": .string("not-found")])
    #expect(state.phase == .gone)
  }

  @Test func readsTheInvocation() {
    let bytes = (0..<16).map { BusValue.byte($0 == 0 ? 0x0A : UInt8($0)) }
    let state = UnitState(["InvocationID": .array(of: "y", bytes)])
    #expect(state.invocation == "0a0102030405060708090a0b0c0d0e0f")
    #expect(UnitState(["InvocationID": .array(of: "y", [])]).invocation == nil)
  }

  @Test(arguments: [
    ("not-found", "To list units: systemctl --user list-unit-files"),
    ("masked", "Unmask it with: systemctl --user unmask x.service"), ("bad-setting", "cannot load"),
  ])
  func refusesUnitsThatCannotBeTasks(_ loadState: String, _ advice: String) throws {
    let obstacle = obstacle(of: UnitState(["LoadState": .string(loadState)]))
    #expect(try #require(obstacle).contains(advice))
  }

  private func obstacle(of state: UnitState) -> String? {
    state.obstacle(to: "x.service", "systemctl --user")
  }

  @Test func refusesUnitsThatStayActive() throws {
    let state = UnitState(["LoadState": .string("loaded"), "RemainAfterExit": .bool(true)])
    #expect(try #require(obstacle(of: state)).contains("RemainAfterExit"))
    #expect(obstacle(of: UnitState(["LoadState": .string("loaded")])) == nil)
  }

  /// systemd reports the start and the end of an alias only under the name of its unit.
  @Test func refusesOtherNamesOfUnits() throws {
    let state = UnitState(["LoadState": .string("loaded"), "Id": .string("y.service")])
    #expect(try #require(obstacle(of: state)).contains("Use y.service"))
    let own = UnitState(["LoadState": .string("loaded"), "Id": .string("x.service")])
    #expect(obstacle(of: own) == nil)
  }

  /// For example, the first of several commands of the service fails.
  @Test func takesTheResultOfAServiceForItsExit() {
    let state = exited(["Result": .string("exit-code"), "ExecMainStatus": .int32(0)])
    var end = end(state)
    end.applyServiceResult(of: state, wasOrdered: false)
    #expect(end.exit == 1)
  }

  /// The service has SuccessExitStatus=3.
  @Test func anotherStatusOfASuccessIsASuccess() {
    let state = exited()
    var ended = end(state)
    ended.applyServiceResult(of: state, wasOrdered: false)
    #expect(ended.exit == 0)
    var stopped = end(state, wasStopped: true)
    stopped.applyServiceResult(of: state, wasOrdered: true)
    #expect(stopped.exit == 3)
  }

  /// For systemd, SIGTERM is no failure of a service.
  @Test func aSignalIsNoSuccess() {
    let state = exited(["ExecMainCode": .int32(2), "ExecMainStatus": .int32(15)])
    var ended = end(state)
    ended.applyServiceResult(of: state, wasOrdered: false)
    #expect(ended.exit == nil)
    #expect(ended.signal == 15)
  }
}
