import Dispatch
import Glibc
import Scheduling
import Testing

@testable import Launch

extension LauncherTests {
  /// The warning, and the kill.
  @Suite struct Stops {
    @Test(arguments: LauncherKind.available)
    func aSignalReachesTheChildrenOfAShell(_ kind: LauncherKind) throws {
      let harness = try LauncherHarness(kind)
      let lifeline = Lifeline(in: harness.directory)
      try harness.launch(shell: "exec 9>lifeline; sleep 1000 & echo ready >&9; wait")
      #expect(lifeline.waitForLine() == "ready")
      harness.signal(SIGTERM)
      let end = try harness.inbox.waitForEnd()
      #expect(end.processExit.signal == SIGTERM)
      #expect(!end.processExit.wasKilled)
      #expect(lifeline.isOver)
    }

    @Test(arguments: LauncherKind.available)
    func aCommandFindsTheReasonWhenItIsWarned(_ kind: LauncherKind) throws {
      let harness = try LauncherHarness(kind)
      let lifeline = Lifeline(in: harness.directory)
      let script = """
        trap 'read -r why <"$RUBATO_STOP_REASON_FILE"; echo "$why"; exit 75' USR2
        [ -e "$RUBATO_STOP_REASON_FILE" ] && echo too early
        echo ready >lifeline; while :; do sleep 1000 & wait; done
        """
      try harness.launch(shell: script)
      #expect(lifeline.waitForLine() == "ready")
      harness.signal(SIGUSR2, reason: "power was lost")
      let end = try harness.inbox.waitForEnd()
      #expect(end.processExit.exit == 75)
      // If every process is warned, the shell first reports the end of its child.
      #expect(harness.output().hasSuffix("power was lost\n"))
      #expect(SmallFile.names(in: harness.directory + "/reasons") == [])
    }

    @Test(arguments: LauncherKind.available)
    func aStoppedCommandIsWokenForTheWarning(_ kind: LauncherKind) throws {
      let harness = try LauncherHarness(kind)
      let lifeline = Lifeline(in: harness.directory)
      try harness.launch(shell: "trap 'exit 4' TERM; echo ready >lifeline; kill -STOP $$; exit 5")
      #expect(lifeline.waitForLine() == "ready")
      harness.signal(SIGTERM)
      #expect(try harness.inbox.waitForEnd().processExit.exit == 4)
    }

    @Test(arguments: LauncherKind.available)
    func aCommandThatIgnoresTheWarningIsKilled(_ kind: LauncherKind) throws {
      let harness = try LauncherHarness(kind)
      let lifeline = Lifeline(in: harness.directory)
      let script = "trap '' TERM; exec 9>lifeline; echo ready >&9; while :; do sleep 1000; done"
      try harness.launch(shell: script)
      #expect(lifeline.waitForLine() == "ready")
      harness.signal(SIGTERM)
      harness.kill()
      let end = try harness.inbox.waitForEnd()
      #expect(end.processExit.signal == SIGKILL)
      #expect(end.processExit.wasKilled)
      #expect(lifeline.isOver)
    }

    @Test(arguments: LauncherKind.available)
    func aKillBeforeTheStartStillEndsTheRun(_ kind: LauncherKind) throws {
      let harness = try LauncherHarness(kind)
      for run in Int64(1)...20 {
        try harness.launchAndKill(harness.order(run: run, shell: "exec sleep 1000"))
        #expect(try harness.inbox.waitForEnd(run: run).processExit.wasKilled)
      }
      #expect(harness.inbox.isEmpty)
    }

    @Test(arguments: LauncherKind.available.filter { $0 == .units })
    func aNoticeBeforeTheStartReachesTheCommand(_ kind: LauncherKind) throws {
      let harness = try LauncherHarness(kind)
      try harness.launchAndNotify(harness.order(shell: "exec sleep 1000"), SIGUSR1)
      #expect(try harness.inbox.waitForEnd().processExit.signal == SIGUSR1)
    }

    @Test(arguments: LauncherKind.available)
    func signalsToARunThatIsOverOrUnknownDoNothing(_ kind: LauncherKind) throws {
      let harness = try LauncherHarness(kind)
      _ = try harness.finish(shell: "exit 0")
      harness.signal(SIGTERM)
      harness.kill()
      harness.kill(run: 99)
      #expect(harness.inbox.isEmpty)
      #expect(SmallFile.names(in: harness.directory + "/reasons") == [])
    }

    @Test(arguments: LauncherKind.direct, [SIGTERM, SIGINT, SIGHUP, SIGQUIT, SIGTSTP])
    func theSupervisorDoesNotHeedSignalsThatAreMeantForAll(
      _ kind: LauncherKind, signal: Int32
    ) throws {
      let harness = try LauncherHarness(kind)
      let lifeline = Lifeline(in: harness.directory)
      let order = "\(harness.directory)/order"
      mkfifo(order, 0o600)
      try harness.launch(shell: "echo ready >lifeline; read -r code <order; exit $code")
      #expect(lifeline.waitForLine() == "ready")
      Glibc.kill(try harness.supervisorPid(), signal)
      SmallFile.write("42\n", to: order)
      #expect(try harness.inbox.waitForEnd().processExit.exit == 42)
    }
  }
}
