import ChildProcesses
import Glibc
import Scheduling
import Testing

@testable import Launch

extension LauncherTests {
  /// Values in the files of a cgroup. The files are imitated, since not every machine has a memory controller for
  /// version 2.
  @Suite struct CgroupFiles {
    @Test func accountsAreThoseOfTheKernel() throws {
      let directory = try makeTemporaryDirectory()
      defer { removeTree(directory) }
      put("usage_usec 1500000\nuser_usec 1000000\nsystem_usec 500000\n", directory + "/cpu.stat")
      put("8192000\n", directory + "/memory.peak")
      put("populated 1\nfrozen 0\n", directory + "/cgroup.events")
      let cgroup = Cgroup(path: directory)
      #expect(cgroup.cpuSeconds == 1.5)
      #expect(cgroup.peakMemoryBytes == 8_192_000)
      #expect(cgroup.isPopulated)
    }

    @Test func whatTheKernelDoesNotTellIsUnknown() throws {
      let directory = try makeTemporaryDirectory()
      defer { removeTree(directory) }
      put("nr_periods 0\n", directory + "/cpu.stat")
      put("", directory + "/memory.peak")
      let cgroup = Cgroup(path: directory)
      #expect(cgroup.cpuSeconds == nil)
      #expect(cgroup.peakMemoryBytes == nil)
      #expect(!cgroup.isPopulated)
    }

    @Test func limitsGoToTheFilesOfTheKernel() throws {
      let directory = try makeTemporaryDirectory()
      defer { removeTree(directory) }
      let files = ["memory.max", "memory.oom.group", "pids.max", "cpu.max", "cpu.weight"]
      for file in files { put("", "\(directory)/\(file)") }
      var limits = RunLimits()
      limits.memoryBytes = 1 << 30
      limits.tasks = 50
      limits.cpuPercent = 150
      limits.cpuWeight = 20
      // There is no controller for `ioWeight`. The other limits are set nevertheless.
      limits.ioWeight = 30
      Cgroup(path: directory).apply(limits)
      let texts = files.map { SmallFile.read("\(directory)/\($0)") }
      #expect(texts == ["1073741824", "1", "50", "150000 100000", "20"])
      #expect(access(directory + "/io.weight", F_OK) != 0)
    }

    @Test func withoutLimitsNothingIsWritten() throws {
      let directory = try makeTemporaryDirectory()
      defer { removeTree(directory) }
      put("max", directory + "/memory.max")
      put("0", directory + "/memory.oom.group")
      Cgroup(path: directory).apply(RunLimits())
      #expect(SmallFile.read(directory + "/memory.max") == "max")
      #expect(SmallFile.read(directory + "/memory.oom.group") == "0")
    }

    @Test(arguments: [("low 0\noom 1\noom_kill 1\n", true), ("oom 3\noom_kill 0\n", false)])
    func theKernelTellsWhetherItHasKilledForMemory(_ text: String, _ expected: Bool) throws {
      let directory = try makeTemporaryDirectory()
      defer { removeTree(directory) }
      #expect(!Cgroup(path: directory).wasOutOfMemory)
      put(text, directory + "/memory.events")
      #expect(Cgroup(path: directory).wasOutOfMemory == expected)
    }

    /// An event arrives each millisecond, as from a run that freezes and thaws its own cgroup.
    @Test func eventsDoNotProlongTheWaitForTheEnd() throws {
      let directory = try makeTemporaryDirectory()
      defer { removeTree(directory) }
      put("populated 1\n", directory + "/cgroup.events")
      put("", directory + "/cgroup.kill")
      var (now, events) = (SuspendingClock.now, 0)
      Cgroup(path: directory).waitUntilEmpty(
        timeoutMilliseconds: 200,
        waitingBy: { _, _ in
          now += .milliseconds(1)
          events += 1
          if events == 1000 { put("populated 0\n", directory + "/cgroup.events") }
        },
        now: { now })
      #expect(events == 200)
    }

    /// A kernel without `cgroup.kill` lists the processes to kill.
    @Test func theLastOfThousandsOfProcessesIsKilled() throws {
      let directory = try makeTemporaryDirectory()
      defer { removeTree(directory) }
      var words: [UnsafeMutablePointer<CChar>?] = [strdup("sleep"), strdup("1000"), nil]
      defer { for word in words { free(word) } }
      var child: pid_t = 0
      try #require(posix_spawn(&child, "/bin/sleep", nil, nil, &words, nil) == 0)
      // The numbers of other processes are those of process 1, which is never killed.
      put(String(repeating: "1\n", count: 40_000) + "\(child)\n", directory + "/cgroup.procs")
      Cgroup(path: directory).kill()
      // Ends a child that was left.
      Glibc.kill(child, SIGUSR1)
      #expect(WaitStatus(ofChild: child).signalNumber == SIGKILL)
    }

    @Test(.enabled(if: LauncherKind.isCgroupWritable, "no writable cgroup v2 tree for this user"))
    func cgroupsThatARunMadeAreKilledAndRemovedWithIt() throws {
      let harness = try LauncherHarness(.cgroups)
      let lifeline = Lifeline(in: harness.directory)
      let run = "\(try #require(harness.cgroupDirectory))/run-1"
      let script = """
        exec 9>lifeline; mkdir -p \(run)/a/b
        sh -c 'echo $$ >\(run)/a/b/cgroup.procs; echo ready >&9; exec sleep 1000' & wait
        """
      try harness.launch(shell: script)
      #expect(lifeline.waitForLine() == "ready")
      harness.kill()
      #expect(try !harness.inbox.waitForEnd().hasSurvivors)
      #expect(lifeline.isOver)
      #expect(access(run, F_OK) != 0)
    }

    private func put(_ text: String, _ path: String) {
      close(open(path, O_CREAT | O_WRONLY | O_CLOEXEC, 0o644))
      SmallFile.write(text, to: path)
    }
  }
}
