import Testing

@testable import DaemonConnection

/// The socket that a process connects to.
@Suite struct LaunchEnvironmentTests {
  private func socket(named name: String) -> LaunchEnvironment {
    LaunchEnvironment(["RUBATO_SOCKET": name, "XDG_RUNTIME_DIR": "/run/user/7"]) { _ in true }
  }

  /// rubatoctl accepts both forms. The watch of the socket needs the path.
  @Test(arguments: ["/tmp/a/socket", "unix:/tmp/a/socket", "unix:/tmp/a/socket;mode=0600"])
  func anAddressIsReadAsItsPath(address: String) {
    #expect(socket(named: address).socket == "/tmp/a/socket")
  }

  @Test func theUsersDaemonIsKnownByItsAddress() {
    let environment = socket(named: "unix:/run/user/7/rubato/io.rubato.Scheduler")
    #expect(environment.service == .user)
  }

  /// An error of the connection names them.
  @Test(arguments: ["unix:@name", "tcp:127.0.0.1:80", "unix:"])
  func otherAddressesAreKept(address: String) {
    #expect(socket(named: address).socket == address)
  }
}
