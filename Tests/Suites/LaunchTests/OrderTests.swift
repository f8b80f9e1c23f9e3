import Glibc
import Launch
import Testing

extension LauncherTests {
  /// Orders that can never be carried out are refused immediately, and nothing is started.
  @Suite struct Orders {
    @Test func anEmptyCommand() throws {
      try expectRefusal("The command is empty") { $0.arguments = [] }
    }

    @Test func aProgramThatIsNotAnAbsolutePath() throws {
      try expectRefusal("command \"backup\": give the absolute path") { $0.arguments = ["backup"] }
    }

    @Test func anArgumentWithNul() throws {
      try expectRefusal("a NUL cannot be passed") { $0.arguments.append("a\0b") }
    }

    @Test func aRelativeDirectory() throws {
      try expectRefusal("directory \"home\": give an absolute path") { $0.directory = "home" }
    }

    @Test(arguments: ["", "A=B", "A\0"])
    func anEnvironmentVariableThatIsNone(_ name: String) throws {
      try expectRefusal("environment variable") { $0.environment[name] = "value" }
    }

    @Test func aUmaskAboveAllPermissions() throws {
      try expectRefusal("umask 1777: 0 to 777") { $0.umask = 0o1777 }
    }

    @Test(arguments: [-1, .nan, .infinity])
    func anAbsurdGrace(_ seconds: Double) throws {
      try expectRefusal("0 to 86400 s is allowed") { $0.graceSeconds = seconds }
    }

    @Test(.enabled(if: geteuid() != 0, "root may run commands as anybody"))
    func anotherUserWhereTheDaemonIsNotRoot() throws {
      try expectRefusal("this daemon runs as uid \(geteuid())") { $0.uid = geteuid() + 1 }
    }

    @Test func aUnitWhereOnlyCommandsAreRun() throws {
      try expectRefusal("--launcher units") { $0.unit = "fstrim.service" }
    }

    private func expectRefusal(_ text: String, _ change: (inout LaunchOrder) -> Void) throws {
      let harness = try LauncherHarness(.children)
      var order = harness.order(shell: "exit 0")
      change(&order)
      let error = #expect(throws: LaunchError.self) { try harness.launch(order) }
      #expect(error?.description.contains(text) == true)
      #expect(harness.inbox.isEmpty)
    }
  }
}
