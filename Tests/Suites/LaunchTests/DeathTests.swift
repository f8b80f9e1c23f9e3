import CLinux
import Descriptors
import Glibc
import Scheduling
import Testing

@testable import Launch

extension LauncherTests {
  /// The death of one of the parts.
  @Suite struct Deaths {
    @Test(arguments: LauncherKind.direct)
    func theDeathOfASupervisorEndsItsRun(_ kind: LauncherKind) throws {
      let harness = try LauncherHarness(kind)
      let lifeline = Lifeline(in: harness.directory)
      // Without a cgroup, the daemon can reach only the process group of the command.
      let child = kind == .cgroups ? "setsid sleep 1000 &" : "sleep 1000 &"
      try harness.launch(shell: "exec 9>lifeline; \(child)\n echo ready >&9; exec sleep 1000")
      #expect(lifeline.waitForLine() == "ready")
      try harness.inbox.waitForStart()
      Glibc.kill(try harness.supervisorPid(), SIGKILL)
      let end = try harness.inbox.waitForEnd()
      #expect(end.processExit.wasKilled && end.processExit.isUnexplained)
      #expect(end.processExit.exit == nil && end.processExit.signal == nil)
      #expect(lifeline.waitForEnd())
    }

    @Test(arguments: LauncherKind.direct, [false, true])
    func theDeathOfTheDaemonWarnsTheCommand(_ kind: LauncherKind, isFrozen: Bool) throws {
      let harness = try LauncherHarness(kind)
      let lifeline = Lifeline(in: harness.directory)
      let script = """
        exec 9>lifeline; trap 'echo warned >&9; exit' TERM
        echo ready >&9; while :; do sleep 1000 & wait; done
        """
      try harness.launch(shell: script, graceSeconds: 1000)
      #expect(lifeline.waitForLine() == "ready")
      if isFrozen { harness.freeze() }
      harness.close()
      #expect(lifeline.waitForLine() == "warned")
      #expect(lifeline.waitForEnd())
    }

    @Test(arguments: LauncherKind.direct)
    func theDeathOfTheDaemonKillsWhatDoesNotHeedTheWarning(_ kind: LauncherKind) throws {
      let harness = try LauncherHarness(kind)
      let lifeline = Lifeline(in: harness.directory)
      let script = """
        exec 9>lifeline; trap '' TERM; setsid sleep 1000 &
        echo ready >&9; while :; do sleep 1000; done
        """
      try harness.launch(shell: script, graceSeconds: 0.1)
      #expect(lifeline.waitForLine() == "ready")
      harness.close()
      #expect(lifeline.waitForEnd())
    }

    /// The supervisor has also ended, so the run gets no grace.
    @Test(.enabled(if: LauncherKind.isCgroupWritable, "no writable cgroup v2 tree for this user"))
    func theNextDaemonKillsWhatIsInACgroupWithoutASupervisor() throws {
      let harness = try LauncherHarness(.cgroups)
      let lifeline = Lifeline(in: harness.directory)
      let script = "exec 9>lifeline; setsid sleep 1000 & echo ready >&9; exec sleep 1000"
      let supervisor = try #require(try harness.launch(shell: script, graceSeconds: 1000))
      #expect(lifeline.waitForLine() == "ready")
      // The supervisor notices that its daemon has ended, and nothing else.
      Glibc.kill(supervisor, SIGSTOP)
      harness.close()
      Glibc.kill(supervisor, SIGKILL)
      try harness.inbox.waitForEnd()
      try harness.replaceLauncher()
      #expect(lifeline.isOver)
      #expect(SmallFile.names(in: try #require(harness.cgroupDirectory)).contains("run-1") == false)
      #expect(try harness.finish(shell: "exit 6").processExit.exit == 6)
    }

    /// The command ignores signals, or has stopped the supervisor before.
    @Test(arguments: LauncherKind.direct, ["deaf", "stopping"])
    func theNextDaemonLeavesTheRestOfItsGraceAndKillsItThen(
      _ kind: LauncherKind, mode: String
    ) throws {
      let harness = try LauncherHarness(kind)
      let lifeline = Lifeline(in: harness.directory)
      var order = LaunchOrder(.run(1), arguments: [escapesPath, mode, lifeline.path])
      order.graceSeconds = 1000
      try harness.launch(order)
      #expect(lifeline.waitForLine() == "ready")
      try harness.replaceLauncher()
      #expect(try harness.recover([1, 2]) == [1: .ending])
      #expect(!lifeline.isOver)
      #expect(throws: LaunchError.self) { try harness.launch(shell: "exit 0") }
      harness.kill()
      #expect(try harness.inbox.waitForEnd().processExit.isUnexplained)
      #expect(lifeline.isOver)
      #expect(SmallFile.names(in: harness.directory + "/running").isEmpty)
      if let cgroups = harness.cgroupDirectory {
        #expect(!SmallFile.names(in: cgroups).contains("run-1"))
      }
      #expect(try harness.finish(shell: "exit 6").processExit.exit == 6)
    }

    @Test(arguments: LauncherKind.direct)
    func whatNobodyRemembersIsKilledByTheNextDaemon(_ kind: LauncherKind) throws {
      let harness = try LauncherHarness(kind)
      let lifeline = Lifeline(in: harness.directory)
      let script = "exec 9>lifeline; trap '' TERM; echo ready >&9; while :; do sleep 1000; done"
      try harness.launch(shell: script, graceSeconds: 1000)
      #expect(lifeline.waitForLine() == "ready")
      try harness.replaceLauncher()
      #expect(try harness.recover([]).isEmpty)
      // The ids of runs start again in a new database.
      #expect(try harness.finish(shell: "exit 6").processExit.exit == 6)
      #expect(lifeline.waitForEnd())
    }

    @Test(.enabled(if: LauncherKind.isCgroupWritable, "no writable cgroup v2 tree for this user"))
    func twoDaemonsCannotShareACgroup() throws {
      let harness = try LauncherHarness(.cgroups)
      let error = #expect(throws: LaunchError.self) { _ = try harness.makeSuccessor() }
      #expect(error?.description.hasSuffix("is used by another rubatod.") == true)
    }

    @Test(arguments: LauncherKind.direct)
    func twoHundredRunsLeaveNothingBehind(_ kind: LauncherKind) throws {
      let harness = try LauncherHarness(kind)
      let before = descriptors()
      var supervisors = [pid_t]()
      for run in Int64(1)...200 {
        supervisors.append(try #require(try harness.launch(run: run, shell: "exit 0")))
        try harness.inbox.waitForEnd(run: run)
      }
      #expect(harness.loop.sync { harness.direct?.runs.isEmpty == true })
      #expect(supervisors.allSatisfy { processState($0) == nil })
      // The descriptors are closed in later turns of the loop.
      var turns = 0
      while leaks(since: before), turns < 10_000 {
        harness.loop.sync {}
        turns += 1
      }
      #expect(!leaks(since: before))
      if let cgroups = harness.cgroupDirectory {
        #expect(!SmallFile.names(in: cgroups).contains { $0.hasPrefix("run-") })
      }
    }

    /// Whether every second run has left a descriptor. Other tests also open and close a few.
    private func leaks(since before: [String]) -> Bool {
      descriptors().count >= before.count + 100
    }

    /// The descriptors of the kinds that launches use; other tests have others.
    private func descriptors() -> [String] {
      let targets = SmallFile.names(in: "/proc/self/fd").compactMap { name -> String? in
        var buffer = [CChar](repeating: 0, count: 256)
        guard readlink("/proc/self/fd/\(name)", &buffer, 255) > 0 else { return nil }
        return String(
          decoding: buffer.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
      }
      let socket = targets.filter { $0.hasPrefix("socket:") }
      let kinds = ["pidfd", "/memfd:rubato", "/cgroup/", "/output"]
      return (socket + targets.filter { target in kinds.contains { target.contains($0) } }).sorted()
    }
  }
}
