import CLinux
import Glibc
import Testing

@testable import Launch
@testable import Scheduling

extension LauncherTests {
  /// Reports about live runs, and about killed runs.
  @Suite struct KillReports {
    @Test(arguments: LauncherKind.available)
    func aKillTellsOfEachProcessAndOfTheLastLines(_ kind: LauncherKind) throws {
      let harness = try LauncherHarness(kind)
      let lifeline = Lifeline(in: harness.directory)
      let script = """
        i=0; while [ $i -lt 30 ]; do i=$((i+1)); echo line $i; done
        trap '' TERM; sleep 1000 & echo ready >lifeline; wait
        """
      try harness.launch(shell: script)
      #expect(lifeline.waitForLine() == "ready")
      let pid = try harness.inbox.waitForStart()
      harness.signal(SIGTERM)
      harness.kill()
      let report = try #require(try harness.inbox.waitForEnd().processExit.killReport)
      #expect(report.processes.first?.pid == pid)
      #expect(report.processes.count == 2)
      #expect(report.processes.last?.parent == pid)
      #expect(report.expiration == .ignored)
      #expect(report.lastLines == (11...30).map { "line \($0)" })
      #expect(!report.isCutOff)
    }

    @Test(arguments: LauncherKind.available)
    func aRunThatEndsByItselfHasNone(_ kind: LauncherKind) throws {
      let harness = try LauncherHarness(kind)
      #expect(try harness.finish(shell: "exit 1").processExit.killReport == nil)
    }

    @Test(arguments: LauncherKind.available)
    func aKillWithoutAWarningSaysSo(_ kind: LauncherKind) throws {
      let harness = try LauncherHarness(kind)
      try harness.launch(shell: "exec sleep 1000")
      try harness.inbox.waitForStart()
      harness.kill()
      #expect(try harness.inbox.waitForEnd().processExit.killReport?.expiration == .notAnnounced)
    }
  }

  @Suite struct Processes {
    /// There are more processes than a kill report reads.
    @Test(arguments: LauncherKind.available)
    func allThatARunHasStartedIsFound(_ kind: LauncherKind) throws {
      let harness = try LauncherHarness(kind)
      let lifeline = Lifeline(in: harness.directory)
      let script = """
        i=0; while [ $i -lt 99 ]; do i=$((i+1)); sleep 1000 & done
        echo ready >lifeline; wait
        """
      try harness.launch(shell: script)
      #expect(lifeline.waitForLine() == "ready")
      let pid = try harness.inbox.waitForStart()
      #expect(harness.pid == pid)
      #expect(harness.processes.count == 100 && harness.processes.contains(pid))
      harness.kill()
      _ = try harness.inbox.waitForEnd()
      #expect(harness.pid == nil && harness.processes.isEmpty)
    }
  }

  @Suite struct KernelReports {
    /// Whether the kernel shows this user where the parent process waits.
    static let isTold = !["", "0"].contains(SmallFile.read("/proc/\(getppid())/wchan") ?? "")

    @Test(.enabled(if: isTold, "the kernel does not tell this user what others wait for"))
    func theKernelTellsWhatAProcessWaitsFor() throws {
      let pid = rubato_spawn("/bin/sleep", "1000", [], 0)
      defer {
        kill(pid, SIGKILL)
        waitpid(pid, nil, 0)
      }
      var thread: KillReport.Thread?
      var turns = 0
      while thread?.activity != .asleep, turns < 100_000 {
        sched_yield()
        turns += 1
        let report = KillReportCollector.unhurried.report(
          on: .descendants(of: getpid()), main: pid, warning: nil)
        thread = report.processes.first { $0.pid == pid }?.threads.first
      }
      #expect(thread?.name == "sleep")
      #expect(thread?.state == "S")
      #expect(thread?.waitChannel?.contains("nanosleep") == true)
    }
  }
}
