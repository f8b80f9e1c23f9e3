import Glibc
import Scheduling
import Testing

@testable import Launch

extension LauncherTests {
  /// Runs that are frozen.
  @Suite struct Freezes {
    @Test(arguments: LauncherKind.available)
    func aFrozenRunDoesNothingUntilItIsThawed(_ kind: LauncherKind) throws {
      let harness = try LauncherHarness(kind)
      let lifeline = Lifeline(in: harness.directory)
      let script = """
        exec 9>lifeline; echo $$ >&9
        setsid sh -c 'echo $$ >&9; while :; do :; done' & read -r go <gate; echo went on >&9; wait
        """
      mkfifo(harness.directory + "/gate", 0o600)
      try harness.launch(shell: script)
      let pids = [lifeline.waitForLine(), lifeline.waitForLine()].compactMap { pid_t($0 ?? "") }
      #expect(pids.count == 2)
      harness.freeze()
      #expect(pids.allSatisfy(waitUntilHeld))
      let gate = open(harness.directory + "/gate", O_RDWR | O_CLOEXEC)
      defer { close(gate) }
      _ = write(gate, "\n", 1)
      #expect(pids.allSatisfy(isHeld))
      #expect(!lifeline.isOver)
      harness.thaw()
      #expect(lifeline.waitForLine() == "went on")
      harness.kill()
      try harness.inbox.waitForEnd()
      #expect(lifeline.waitForEnd())
    }

    @Test(arguments: LauncherKind.available)
    func aFrozenRunHearsItsWarning(_ kind: LauncherKind) throws {
      let harness = try LauncherHarness(kind)
      let lifeline = Lifeline(in: harness.directory)
      try harness.launch(
        shell: "trap 'exit 4' TERM; echo ready >lifeline; while :; do sleep 1000 & wait; done")
      #expect(lifeline.waitForLine() == "ready")
      harness.freeze()
      harness.signal(SIGTERM)
      #expect(try harness.inbox.waitForEnd().processExit.exit == 4)
    }

    @Test(arguments: LauncherKind.available)
    func freezingARunThatIsOverOrUnknownDoesNothing(_ kind: LauncherKind) throws {
      let harness = try LauncherHarness(kind)
      _ = try harness.finish(shell: "exit 0")
      harness.freeze()
      harness.thaw()
      harness.freeze(run: 99)
      harness.thaw(run: 99)
      #expect(harness.inbox.isEmpty)
    }

    private func waitUntilHeld(_ pid: pid_t) -> Bool {
      for _ in 0..<1_000_000 {
        if isHeld(pid) { return true }
        sched_yield()
      }
      return false
    }

    /// Whether the process is stopped, or in a frozen cgroup.
    private func isHeld(_ pid: pid_t) -> Bool {
      let directory = CgroupTree.cgroupDirectory(
        membership: SmallFile.read("/proc/\(pid)/cgroup") ?? "",
        mounts: SmallFile.read("/proc/self/mountinfo", limitBytes: 1 << 20) ?? "")
      let isFrozen = Cgroup(path: directory ?? "").number(of: "frozen", in: "cgroup.events") == 1
      return isFrozen || processState(pid)?.state == "T"
    }
  }
}
