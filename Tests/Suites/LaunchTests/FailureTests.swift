import Descriptors
import Glibc
import Scheduling
import Testing

@testable import Launch

extension LauncherTests {
  /// Commands that do not start.
  @Suite struct Failures {
    @Test(arguments: LauncherKind.available)
    func aMissingProgram(_ kind: LauncherKind) throws {
      let harness = try LauncherHarness(kind)
      let message = try harness.failure(of: LaunchOrder(.run(1), arguments: ["/nowhere/backup"]))
      #expect(message == "/nowhere/backup does not exist. Give the path of a program.")
    }

    @Test(arguments: LauncherKind.available)
    func aProgramWithoutExecutePermission(_ kind: LauncherKind) throws {
      let message = try failure(kind, of: "#!/bin/sh\n", mode: 0o644)
      #expect(message.contains("may not execute"))
      #expect(message.contains("chmod +x"))
    }

    @Test(arguments: LauncherKind.available)
    func aScriptWithoutAnInterpreterLine(_ kind: LauncherKind) throws {
      #expect(try failure(kind, of: "echo hello\n", mode: 0o755).contains("#!/bin/sh"))
    }

    @Test(arguments: LauncherKind.available)
    func aScriptWhoseInterpreterIsMissing(_ kind: LauncherKind) throws {
      let message = try failure(kind, of: "#!/nowhere/python\n", mode: 0o755)
      #expect(message.contains("the interpreter that its first line names is missing"))
    }

    @Test(arguments: LauncherKind.available)
    func aMissingDirectory(_ kind: LauncherKind) throws {
      let harness = try LauncherHarness(kind)
      var order = harness.order(shell: "pwd")
      order.directory = "/nowhere/at/all"
      let message = try harness.failure(of: order)
      #expect(message.contains("cannot enter the directory /nowhere/at/all: No such file"))
    }

    @Test(arguments: LauncherKind.available)
    func anArgumentThatTheKernelRefuses(_ kind: LauncherKind) throws {
      let harness = try LauncherHarness(kind)
      let long = String(repeating: "a", count: 200_000)
      let message = try harness.failure(of: LaunchOrder(.run(1), arguments: ["/bin/echo", long]))
      #expect(message.contains("too long"))
    }

    @Test(arguments: LauncherKind.available)
    func aFailureLeavesTheLauncherAsItWas(_ kind: LauncherKind) throws {
      let harness = try LauncherHarness(kind)
      _ = try harness.failure(of: LaunchOrder(.run(1), arguments: ["/nowhere"]))
      #expect(harness.inbox.isEmpty)
      #expect(try harness.finish(harness.order(run: 2, shell: "exit 3")).processExit.exit == 3)
    }

    @Test func aMissingSupervisorIsNamed() throws {
      let harness = try LauncherHarness(.children)
      let launcher = try DirectLauncher(
        configuration: .init(
          supervisorPath: "/nowhere/rubato-supervise", outputDirectory: harness.directory,
          stopReasonDirectory: harness.directory + "/r",
          lockDirectory: harness.directory + "/l"),
        loop: harness.loop, deliver: { _ in })
      #expect(
        throws: LaunchError.unavailable(
          "cannot start /nowhere/rubato-supervise: No such file or directory.")
      ) {
        try harness.loop.sync { try launcher.launch(harness.order(shell: "exit")) }
      }
    }

    private func failure(_ kind: LauncherKind, of text: String, mode: mode_t) throws -> String {
      let harness = try LauncherHarness(kind)
      let path = "\(harness.directory)/program"
      close(open(path, O_CREAT | O_WRONLY | O_CLOEXEC, 0o644))
      SmallFile.write(text, to: path)
      chmod(path, mode)
      return try harness.failure(of: LaunchOrder(.run(1), arguments: [path]))
    }
  }
}
