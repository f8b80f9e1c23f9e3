import Foundation
import Testing
import Varlink

struct DescriptorShortageTests {
  /// The server also reports the shortage only now and then, and not in each turn of its loop, which the calls cause.
  @Test func goesOnWhenItRunsOutOfDescriptors() throws {
    let directory = TemporaryDirectory()
    let path = directory.path + "/socket"
    let events = directory.path + "/events"
    let process = try ServerProcess(
      listeningAt: path, prelude: "ulimit -n 20; exec 2>\(events);")
    defer { withExtendedLifetime(process) {} }
    let first = try Client(connectingTo: path, timeout: .seconds(60))
    _ = try first.info()
    // The kernel lets them connect; the server cannot accept them all.
    let crowd = try (0..<30).map { _ in try RawConnection(path) }
    let last = try Client(connectingTo: path, timeout: .seconds(60))
    for _ in 0..<3000 { #expect(try first.info().interfaces.count == 2) }
    let said = try String(contentsOfFile: events, encoding: .utf8)
    #expect(said.split(separator: "\n").count < 500)
    #expect(said.contains("acceptFailed"))
    for connection in crowd { connection.close() }
    #expect(try last.info().interfaces.count == 2)
  }
}
