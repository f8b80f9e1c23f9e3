import Descriptors
import Glibc
import Scheduling
import Testing

@testable import Launch

private let nobody: UInt32 = 65534

/// SYS_setgroups of asm/unistd.h, which Swift does not import.
#if arch(x86_64)
  private let setgroupsNumber = 116
#else
  private let setgroupsNumber = 159
#endif

extension LauncherTests {
  /// Only root can run commands as another user.
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

    @Test(arguments: LauncherKind.direct)
    func aCommandHasNoGroupOfTheDaemon(_ kind: LauncherKind) throws {
      let harness = try LauncherHarness(kind)
      let order = harness.order(shell: "id -G", uid: nobody)
      try harness.loop.sync {
        var before = [gid_t](repeating: 0, count: 256)
        before.removeLast(256 - Int(getgroups(256, &before)))
        try #require(setGroupsOfThread([54321]) == 0)
        defer { _ = setGroupsOfThread(before) }
        try harness.launcher.launch(order)
      }
      try harness.inbox.waitForEnd()
      #expect(harness.output().contains("65534"))
      #expect(!harness.output().contains("54321"))
    }

    /// Output to the journal goes through a socket, which has no name.
    @Test(arguments: LauncherKind.direct)
    func theUserCanOpenItsOutputByName(_ kind: LauncherKind) throws {
      let harness = try LauncherHarness(kind)
      let end = try harness.finish(
        shell: "echo one >/dev/stdout; echo two >/dev/stderr", uid: nobody)
      #expect(end.processExit.exit == 0)
      #expect(harness.output() == "one\ntwo\n")
    }

    @Test(arguments: LauncherKind.available)
    func theReasonIsReadableForTheUserOfTheRun(_ kind: LauncherKind) throws {
      let harness = try LauncherHarness(kind)
      let lifeline = Lifeline(in: harness.directory)
      let script = """
        trap 'read -r why <"$RUBATO_STOP_REASON_FILE"; echo "$why"; echo done >&9' TERM
        exec 9>lifeline; echo ready >&9; while :; do sleep 1000 & wait; done
        """
      try harness.launch(shell: script, uid: nobody)
      #expect(lifeline.waitForLine() == "ready")
      harness.signal(SIGTERM, reason: "budget")
      #expect(lifeline.waitForLine() == "done")
      var file = stat()
      #expect(stat("\(harness.directory)/reasons/\(harness.number(1))", &file) == 0)
      #expect(file.st_uid == nobody)
      #expect(file.st_mode & 0o777 == 0o400)
      harness.kill()
      try harness.inbox.waitForEnd()
      // If every process is warned, the shell first reports the end of its child.
      #expect(harness.output().hasSuffix("budget\n"))
    }

    /// The system call affects only the calling thread and the processes that it starts. The C library's function would
    /// affect the tests on other threads.
    private func setGroupsOfThread(_ groups: [gid_t]) -> Int {
      typealias Call = @convention(c) (Int, Int, UnsafePointer<gid_t>) -> Int
      guard let symbol = dlsym(nil, "syscall") else { return -1 }
      return unsafeBitCast(symbol, to: Call.self)(setgroupsNumber, groups.count, groups)
    }

    @Test(arguments: LauncherKind.available)
    func aUserWithoutAnEntryIsAFailure(_ kind: LauncherKind) throws {
      let harness = try LauncherHarness(kind)
      let message = try harness.failure(of: harness.order(shell: "id", uid: 54321))
      #expect(message == "uid 54321 not found in the user database. It may have been removed.")
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
          + "Permission denied. Choose another with --directory.")
    }
  }
}
