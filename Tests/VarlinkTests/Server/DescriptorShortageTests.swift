import Testing
import Varlink

struct DescriptorShortageTests {
  @Test func goesOnWhenItRunsOutOfDescriptors() throws {
    let directory = TemporaryDirectory()
    let path = directory.path + "/socket"
    let process = try ServerProcess(listeningAt: path, prelude: "ulimit -n 20;")
    defer { withExtendedLifetime(process) {} }
    let first = try Client(connectingTo: path, timeout: .seconds(60))
    _ = try first.info()
    // The kernel lets them connect; the server cannot accept them all.
    let crowd = try (0..<30).map { _ in try RawConnection(path) }
    let last = try Client(connectingTo: path, timeout: .seconds(60))
    #expect(try first.info().interfaces.count == 2)
    for connection in crowd { connection.close() }
    #expect(try last.info().interfaces.count == 2)
  }
}
