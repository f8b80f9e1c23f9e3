import Devices
import Dispatch
import Scheduling
import Synchronization
import Testing

/// The load of runs, which is not that of other programs.
struct OwnLoadTests {
  private let directory: TemporaryDirectory

  init() throws { directory = try TemporaryDirectory() }

  @Test func theMachineReceivesTheCgroupsOfRuns() throws {
    let unit = "system.slice/backup.service"
    try directory.write("memory", to: "sys/fs/cgroup/cgroup.controllers")
    for (cgroup, some) in [("system.slice", 80), (unit, 80), ("user.slice", 1)] {
      try directory.write(
        "some avg10=\(some).00 avg60=0.00 avg300=0.00 total=1\n",
        to: "sys/fs/cgroup/\(cgroup)/memory.pressure")
    }
    var configuration = Machine.Configuration()
    configuration.root = directory.path
    configuration.sources = ["memory-pressure"]
    let isNormal = DispatchSemaphore(value: 0)
    let machine = Machine(configuration) { _ in
    } deliver: { event in
      guard case .measured(let measurements, _) = event else { return }
      if measurements.map(\.value).contains(.memory(.normal)) { isNormal.signal() }
    }
    defer { machine.stop() }
    #expect(machine.start().map(\.value) == [.memory(.warning)])

    let harness = try EngineHarness(machine: machine)
    harness.launcher.runCgroups.withLock { $0 = [unit] }
    harness.settle()
    // The answer to the last call can precede the end of its step.
    _ = harness.look { _ in true }
    machine.poll()
    #expect(isNormal.wait(timeout: .now() + .seconds(60)) == .success)
  }
}
