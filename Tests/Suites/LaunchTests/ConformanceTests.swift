import Glibc
import Launch
import Scheduling
import Testing

/// The behaviour of every launcher, with any implementation.
@Suite(.serialized) struct LauncherTests {
  @Test(.enabled(if: LauncherKind.isCgroupWritable, "no writable cgroup v2 tree for this user"))
  func cgroupsAreTestedHere() {
    #expect(LauncherKind.available.contains(.cgroups))
  }
}

extension LauncherTests {
  @Suite struct Ends {
    @Test(arguments: LauncherKind.available, [0, 1, 75, 255])
    func tellsTheExitCode(_ kind: LauncherKind, code: Int32) throws {
      let end = try LauncherHarness(kind).finish(shell: "exit \(code)")
      #expect(end.processExit.exit == code)
      #expect(end.processExit.signal == nil)
      #expect(!end.processExit.wasKilled && !end.hadLeftovers && !end.hasSurvivors)
    }

    @Test(arguments: LauncherKind.available)
    func tellsTheSignalOfACommandThatDiedByOne(_ kind: LauncherKind) throws {
      let end = try LauncherHarness(kind).finish(shell: "kill -USR1 $$")
      #expect(end.processExit.exit == nil)
      #expect(end.processExit.signal == SIGUSR1)
      #expect(!end.processExit.wasKilled)
    }

    @Test(arguments: LauncherKind.available)
    func tellsTheStartBeforeTheEnd(_ kind: LauncherKind) throws {
      let harness = try LauncherHarness(kind)
      try harness.launch(shell: "echo $$")
      let pid = try harness.inbox.waitForStart()
      try harness.inbox.waitForEnd()
      #expect(harness.output() == "\(pid)\n")
      #expect(harness.inbox.isEmpty)
    }

    @Test(arguments: LauncherKind.available)
    func measuresProcessorTimeAndMemory(_ kind: LauncherKind) throws {
      // A child that the command waits for, and one that it does not wait for.
      let work = "i=0; while [ $i -lt 20000 ]; do i=$((i+1)); done"
      let end = try LauncherHarness(kind).finish(shell: "(\(work)); (\(work)) & \(work); wait")
      #expect(try #require(end.processExit.cpuSeconds) > 0.001)
      // The systemd of Debian 12 does not report a peak.
      if kind != .units { #expect(try #require(end.processExit.peakMemoryBytes) > 100_000) }
    }

    @Test(arguments: LauncherKind.available)
    func runsManyAtOnce(_ kind: LauncherKind) throws {
      let harness = try LauncherHarness(kind)
      for run in Int64(1)...40 { try harness.launch(run: run, shell: "exit \(run)") }
      var exits = [Int64: Int32]()
      while exits.count < 40 {
        if case .ended(let end) = try harness.inbox.next() {
          exits[end.id.number] = end.processExit.exit
        }
      }
      #expect(exits.allSatisfy { Int64($0.value) == $0.key })
    }

    @Test(arguments: LauncherKind.available)
    func refusesARunThatIsRunning(_ kind: LauncherKind) throws {
      let harness = try LauncherHarness(kind)
      try harness.launch(shell: "exec sleep 1000")
      #expect(throws: LaunchError.invalidOrder("run \(harness.number(1)) is already running.")) {
        try harness.launch(shell: "exit 0")
      }
      harness.kill()
      try harness.inbox.waitForEnd()
    }
  }
}
