import Glibc
import Scheduling
import Testing

@testable import Launch

extension LauncherTests {
  /// At the end of a run none of its processes is left, wherever they have hidden.
  @Suite struct Trees {
    /// Ways to start a child that outlives the command. The pipe "lifeline" is open as 9.
    static let hidingPlaces = [
      "sleep 1000 &",
      "setsid sleep 1000 &",
      "(setsid sh -c 'trap \"\" TERM HUP; sleep 1000 & wait' &)",
      "(sleep 1000 & sleep 1000 & sleep 1000 &)",
      "nohup setsid sh -c '(sleep 1000 &) ; (setsid sleep 1000 &); sleep 1000' &",
    ]

    @Test(arguments: LauncherKind.available, hidingPlaces)
    func aKillReachesChildren(_ kind: LauncherKind, hiding: String) throws {
      let harness = try LauncherHarness(kind)
      let lifeline = Lifeline(in: harness.directory)
      try harness.launch(shell: "exec 9>lifeline; \(hiding)\n echo ready >&9; exec sleep 1000")
      #expect(lifeline.waitForLine() == "ready")
      harness.kill()
      let end = try harness.inbox.waitForEnd()
      #expect(end.processExit.wasKilled)
      #expect(!end.hasSurvivors)
      #expect(lifeline.isOver)
    }

    @Test(arguments: LauncherKind.available, hidingPlaces)
    func whatACommandLeavesBehindIsKilled(_ kind: LauncherKind, hiding: String) throws {
      let harness = try LauncherHarness(kind)
      let lifeline = Lifeline(in: harness.directory)
      let end = try harness.finish(shell: "exec 9>lifeline; \(hiding)\n exit 3")
      #expect(end.processExit.exit == 3)
      #expect(end.hadLeftovers)
      #expect(!end.processExit.wasKilled && !end.hasSurvivors)
      #expect(lifeline.isOver)
    }

    @Test(arguments: LauncherKind.available)
    func aChainOfForksInSessionsOfTheirOwnIsNoEscape(_ kind: LauncherKind) throws {
      let harness = try LauncherHarness(kind)
      let lifeline = Lifeline(in: harness.directory)
      let script = """
        exec 9>lifeline
        printf '#!/bin/sh\\nsetsid "$0" &\\n' >chain; chmod +x chain
        ./chain; ./chain; echo ready >&9; exec sleep 1000
        """
      try harness.launch(shell: script)
      #expect(lifeline.waitForLine() == "ready")
      harness.kill()
      #expect(try !harness.inbox.waitForEnd().hasSurvivors)
      #expect(lifeline.isOver)
    }

    @Test(arguments: LauncherKind.available)
    func aForkLoopIsNoEscape(_ kind: LauncherKind) throws {
      let harness = try LauncherHarness(kind)
      let lifeline = Lifeline(in: harness.directory)
      let script = """
        exec 9>lifeline; trap '' TERM
        (i=0; while :; do (sleep 1000 &); i=$((i+1)); [ $i = 50 ] && echo ready >&9; done) &
        exec sleep 1000
        """
      try harness.launch(shell: script)
      #expect(lifeline.waitForLine() == "ready")
      harness.kill()
      #expect(try !harness.inbox.waitForEnd().hasSurvivors)
      #expect(lifeline.isOver)
    }

    @Test(arguments: LauncherKind.available)
    func whatIsLeftMayFinishItsLastOutput(_ kind: LauncherKind) throws {
      let harness = try LauncherHarness(kind)
      // As with `exec > >(tee log)` in bash: the reader ends a moment after the shell.
      let end = try harness.finish(shell: "mkfifo p; tee log <p & exec >p 2>p; echo last words")
      #expect(end.processExit.exit == 0)
      #expect(harness.output() == "last words\n")
      #expect(!end.hadLeftovers)
    }

    @Test(arguments: LauncherKind.available)
    func outputWrittenBeforeTheKillIsKept(_ kind: LauncherKind) throws {
      let harness = try LauncherHarness(kind)
      let lifeline = Lifeline(in: harness.directory)
      try harness.launch(shell: "echo last words; echo ready >lifeline; exec sleep 1000")
      #expect(lifeline.waitForLine() == "ready")
      harness.kill()
      try harness.inbox.waitForEnd()
      #expect(harness.output() == "last words\n")
    }
  }
}
