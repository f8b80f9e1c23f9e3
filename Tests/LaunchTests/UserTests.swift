import Foundation
import Glibc
import Testing

@testable import Launch

private let nobody: UInt32 = 65534

extension LauncherTests {
  /// Only root runs commands as others.
  @Suite(.enabled(if: geteuid() == 0, "only root can run commands as other users"))
  struct Users {
    @Test(arguments: LauncherKind.available)
    func aCommandHasTheUidAndAllGroupsOfItsUser(_ kind: LauncherKind) throws {
      let harness = try LauncherHarness(kind)
      _ = try harness.finish(shell: "id -un nobody; id -u; id -g; id -G", uid: nobody)
      let own = try LauncherHarness(kind)
      _ = try own.finish(shell: "id -un nobody; id -u nobody; id -g nobody; id -G nobody")
      #expect(harness.output() == own.output())
      #expect(harness.output().hasPrefix("nobody\n65534\n"))
    }

    @Test(arguments: LauncherKind.available)
    func theUserCanOpenItsOutputByName(_ kind: LauncherKind) throws {
      let harness = try LauncherHarness(kind)
      let end = try harness.finish(
        shell: "echo one >/dev/stdout; echo two >/dev/stderr", uid: nobody)
      #expect(end.exit == 0)
      #expect(harness.output() == "one\ntwo\n")
    }

    @Test(arguments: LauncherKind.available)
    func theReasonIsReadableForTheUserOfTheRun(_ kind: LauncherKind) throws {
      let harness = try LauncherHarness(kind)
      let lifeline = Lifeline(in: harness.directory)
      let script = """
        trap 'cat "$RUBATO_STOP_REASON_FILE"; stat -c "%u %a" "$RUBATO_STOP_REASON_FILE"; exit 0' TERM
        echo ready >lifeline; while :; do sleep 1000 & wait; done
        """
      try harness.launch(shell: script, uid: nobody)
      #expect(lifeline.waitForLine() == "ready")
      harness.signal(SIGTERM, reason: "budget")
      #expect(try harness.inbox.waitForEnd().exit == 0)
      #expect(harness.output() == "budget\n65534 400\n")
    }

    @Test(arguments: LauncherKind.available)
    func aUserWithoutAnEntryIsAFailure(_ kind: LauncherKind) throws {
      let harness = try LauncherHarness(kind)
      let message = try harness.failure(of: harness.order(shell: "id", uid: 54321))
      #expect(message == "uid 54321 has no entry in the user database: it was removed?")
    }

    @Test(arguments: LauncherKind.available)
    func aDirectoryThatTheUserCannotEnterIsAFailure(_ kind: LauncherKind) throws {
      let harness = try LauncherHarness(kind)
      let closed = "\(harness.directory)/closed"
      mkdir(closed, 0o700)
      var order = harness.order(shell: "pwd", uid: nobody)
      order.directory = closed
      #expect(
        try harness.failure(of: order) == "uid 65534 cannot enter the directory \(closed): "
          + "Permission denied. Give another with --directory.")
    }
  }
}
