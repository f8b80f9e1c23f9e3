import Descriptors
import Testing
import Varlink

@testable import VarlinkServer

struct ServerCountsTests {
  @Test func callsErrorsAndConnectionsAreCounted() throws {
    var limits = Limits()
    limits.connectionsPerUser = 1
    let server = try TestServer.listening(limits)
    let client = try server.greetedClient()
    let before = server.eventLoop.sync { server.server.counts }
    #expect(before.errors.isEmpty && before.connections == 1 && before.refusedConnections == 0)
    _ = try? client.call("org.example.test.Fail")
    _ = try? client.call("org.example.test.Fail")
    _ = try? client.call("org.example.test.Unknown")
    _ = try client.info()
    _ = try server.raw().receiveToEnd()
    let counts = server.eventLoop.sync { server.server.counts }
    #expect(
      counts.errors == ["org.example.test.Failed": 2, "org.varlink.service.MethodNotFound": 1])
    #expect(counts.calls == before.calls + 4)
    #expect(counts.connections == 1 && counts.refusedConnections == 1 && counts.waitingCalls == 0)
    client.close()
  }
}
