import Glibc
import Scheduling
import Testing

@testable import Launch

extension LauncherTests {
  /// The environment and descriptors of a command at its beginning.
  @Suite struct Inheritance {
    @Test(arguments: LauncherKind.available)
    func theEnvironmentIsExactlyTheOneGiven(_ kind: LauncherKind) throws {
      let harness = try LauncherHarness(kind)
      var order = LaunchOrder(.run(7), arguments: ["/usr/bin/env"])
      order.environment = ["HOME": "/home/ada", "EMPTY": "", "LINES": "a\nb", "RUBATO_RUN": "0"]
      order.budgetSeconds = 30
      _ = try harness.finish(order)
      let expected = [
        "EMPTY=", "HOME=/home/ada", "LINES=a", "RUBATO_BUDGET_SECONDS=30",
        "RUBATO_RUN=\(harness.number(7))",
        "RUBATO_STEP=1",
        "RUBATO_STOP_REASON_FILE=\(harness.directory)/reasons/\(harness.number(7))", "b",
      ]
      #expect(harness.output(run: 7).split(separator: "\n").sorted().map(String.init) == expected)
    }

    @Test(arguments: LauncherKind.available)
    func argumentsArriveAsTheyAre(_ kind: LauncherKind) throws {
      let harness = try LauncherHarness(kind)
      _ = try harness.finish(
        LaunchOrder(.run(1), arguments: ["/usr/bin/printf", "[%s]", "a b", "", "$HOME", "\"é\n"]))
      #expect(harness.output() == "[a b][][$HOME][\"é\n]")
    }

    @Test(arguments: LauncherKind.available)
    func directoryAndUmaskAreThoseOfTheOrder(_ kind: LauncherKind) throws {
      let harness = try LauncherHarness(kind)
      var order = harness.order(shell: "pwd; umask")
      order.directory = "/usr/share"
      order.umask = 0o137
      _ = try harness.finish(order)
      #expect(harness.output() == "/usr/share\n0137\n")
    }

    @Test(arguments: LauncherKind.available)
    func noDescriptorLeaksIntoIt(_ kind: LauncherKind) throws {
      let leaky = open("/dev/null", O_RDONLY)
      defer { close(leaky) }
      let harness = try LauncherHarness(kind)
      // The fourth is the directory that ls reads.
      _ = try harness.finish(LaunchOrder(.run(1), arguments: ["/bin/ls", "/proc/self/fd"]))
      #expect(harness.output() == "0\n1\n2\n3\n")
    }

    @Test(arguments: LauncherKind.available)
    func itHasNoInputAndNoTerminalAndLeadsASessionOfItsOwn(_ kind: LauncherKind) throws {
      let harness = try LauncherHarness(kind)
      let script = """
        readlink /proc/$$/fd/0
        (exec 2>/dev/null; cat </dev/tty || echo no terminal)
        set -- $(cat /proc/$$/stat); [ "$5" = $$ ] && [ "$6" = $$ ] && echo leader
        """
      _ = try harness.finish(shell: script)
      #expect(harness.output() == "/dev/null\nno terminal\nleader\n")
    }

    @Test(arguments: LauncherKind.available)
    func noSignalIsBlockedOrIgnored(_ kind: LauncherKind) throws {
      let harness = try LauncherHarness(kind)
      _ = try harness.finish(
        LaunchOrder(.run(1), arguments: ["/bin/grep", "-E", "^Sig(Blk|Ign)", "/proc/self/status"]))
      let none = "0000000000000000"
      let ignored = kind == .units ? try ignoredBySystemd() : none
      #expect(harness.output() == "SigBlk:\t\(none)\nSigIgn:\t\(ignored)\n")
    }

    /// Returns the signals that systemd ignores and passes on as ignored: all that it ignores, except SIGPIPE. In a
    /// container these include the signals that glibc's `posix_spawn` leaves ignored (32 and 33).
    private func ignoredBySystemd() throws -> String {
      let status = try #require(SmallFile.read("/proc/1/status"))
      let line = try #require(status.split(separator: "\n").first { $0.hasPrefix("SigIgn:") })
      let mask = try #require(UInt64(line.dropFirst("SigIgn:\t".count), radix: 16))
      let digits = String(mask & ~(1 << UInt64(SIGPIPE - 1)), radix: 16)
      return String(repeating: "0", count: 16 - digits.count) + digits
    }

    @Test(arguments: LauncherKind.available)
    func privilegesOfSetuidProgramsStayPossible(_ kind: LauncherKind) throws {
      let harness = try LauncherHarness(kind)
      _ = try harness.finish(
        LaunchOrder(.run(1), arguments: ["/bin/grep", "NoNewPrivs", "/proc/self/status"]))
      #expect(harness.output() == "NoNewPrivs:\t0\n")
    }

    @Test func theSupervisorDoesNotHaveTheCommandsEnvironment() throws {
      let harness = try LauncherHarness(.children)
      var order = harness.order(shell: "exec sleep 1000")
      order.environment["LD_PRELOAD"] = "/nowhere.so"
      try harness.launch(order)
      try harness.inbox.waitForStart()
      let supervisor = try harness.supervisorPid()
      #expect(SmallFile.read("/proc/\(supervisor)/environ") == "")
      harness.kill()
      try harness.inbox.waitForEnd()
    }
  }
}
