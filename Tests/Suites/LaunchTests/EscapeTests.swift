import Glibc
import Launch
import Scheduling
import Testing

extension LauncherTests {
  /// Nothing escapes: after the end of a run none of its processes is alive, the launcher works, and the run next to it
  /// continues.
  @Suite struct Escapes {
    /// The behaviour of the program `escapes` and its children.
    enum Mode: String, CaseIterable, CustomTestStringConvertible {
      case doubleFork, session, group, daemon, deaf, stopped, stopping, flood, memory, forks

      var testDescription: String { rawValue }

      /// The modes whose first process can leave before it is killed.
      static let leaving: [Mode] = [.doubleFork, .session, .group, .daemon, .deaf]
    }

    @Test(arguments: LauncherKind.available, Mode.allCases)
    func aKillReachesEverything(_ kind: LauncherKind, mode: Mode) throws {
      try escape(kind, mode) { (harness: LauncherHarness) throws in
        harness.kill()
        #expect(try harness.inbox.waitForEnd().processExit.wasKilled)
      }
    }

    @Test(arguments: LauncherKind.available, Mode.allCases)
    func aKillReachesWhatHasIgnoredItsWarning(_ kind: LauncherKind, mode: Mode) throws {
      try escape(kind, mode) { (harness: LauncherHarness) throws in
        // Most of them die of SIGTERM and leave their children running.
        harness.signal(SIGTERM)
        harness.kill()
        #expect(try !harness.inbox.waitForEnd().hasSurvivors)
      }
    }

    @Test(arguments: LauncherKind.available, Mode.allCases)
    func aKillReachesWhatIsFrozen(_ kind: LauncherKind, mode: Mode) throws {
      try escape(kind, mode) { (harness: LauncherHarness) throws in
        harness.freeze()
        harness.kill()
        #expect(try harness.inbox.waitForEnd().processExit.wasKilled)
      }
    }

    @Test(arguments: LauncherKind.available, Mode.leaving)
    func whatIsLeftBehindIsKilled(_ kind: LauncherKind, mode: Mode) throws {
      try escape(kind, mode, leaves: true) { (harness: LauncherHarness) throws in
        let end = try harness.inbox.waitForEnd()
        #expect(end.processExit.exit == 3)
        #expect(!end.processExit.wasKilled && !end.hasSurvivors)
      }
    }

    /// - Parameter finish: Ends run 1, and waits for its end.
    private func escape(
      _ kind: LauncherKind, _ mode: Mode, leaves: Bool = false,
      end finish: (LauncherHarness) throws -> Void
    ) throws {
      let harness = try LauncherHarness(kind)
      let neighbour = Lifeline(in: harness.directory, name: "neighbour")
      try harness.launch(escapes(2, "obey", neighbour))
      #expect(neighbour.waitForLine() == "ready")
      try harness.inbox.waitForStart(run: 2)

      let lifeline = Lifeline(in: harness.directory)
      try harness.launch(escapes(1, mode.rawValue, lifeline, leaves: leaves))
      #expect(lifeline.waitForLine() == "ready")
      try finish(harness)
      #expect(lifeline.isOver)

      #expect(try harness.finish(harness.order(run: 3, shell: "exit 5")).processExit.exit == 5)
      #expect(!neighbour.isOver)
      harness.signal(SIGTERM, run: 2)
      #expect(try harness.inbox.waitForEnd(run: 2).processExit.exit == 4)
      #expect(neighbour.waitForLine() == "bye")
    }

    private func escapes(
      _ run: Int64, _ mode: String, _ lifeline: Lifeline, leaves: Bool = false
    ) -> LaunchOrder {
      let arguments = [escapesPath, mode, lifeline.path] + (leaves ? ["leave"] : [])
      return LaunchOrder(.run(run), arguments: arguments)
    }
  }
}
