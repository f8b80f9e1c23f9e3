import Descriptors
import Glibc
import Testing
import Varlink

@testable import VarlinkServer

struct LimitTests {
  /// Returns a core on the loop of `server`, which handles no calls.
  private static func core(
    of server: TestServer, _ limits: Limits
  ) throws -> LoopConfined<ServerCore> {
    let core = ServerCore(
      service: try Service(
        info: .init(vendor: "", product: "", version: "", url: ""), descriptions: []),
      limits: limits, eventLoop: server.eventLoop, queue: DeliveryQueue(eventLoop: server.eventLoop)
    ) { _ in }
    return LoopConfined(core, to: server.eventLoop)
  }

  @Test(arguments: [true, false])
  func oneConnectionTooManyIsClosed(_ perUser: Bool) throws {
    var limits = Limits()
    if perUser { limits.connectionsPerUser = 2 } else { limits.connections = 2 }
    let server = try TestServer.listening(limits)
    let first = try server.greetedClient()
    let second = try server.greetedClient()
    #expect(try server.raw().receiveToEnd() == "")
    guard case .connectionRefused(_, let limit) = try server.events.take() else {
      Issue.record("another event")
      return
    }
    #expect(limit == (perUser ? .connectionsPerUser : .connections))
    first.close()
    // The server learns of it in its own time.
    while (try? server.greetedClient()) == nil {}
    #expect(try second.info().product == "Test")
  }

  @Test func oneConnectionTooManyHearsWhy() throws {
    var limits = Limits()
    limits.connectionsPerUser = 1
    let server = try TestServer.listening(limits) {
      $0.limitReply = { _, _ in Array("no room".utf8) }
    }
    let first = try server.greetedClient()
    #expect(try server.raw().receiveToEnd() == "no room")
    first.close()
  }

  @Test(.enabled(if: getuid() == 0, "the last connections are root's"))
  func rootMayHaveWhatIsKept() throws {
    var limits = Limits()
    limits.connections = 16
    let server = try TestServer.listening(limits)
    let clients = try (0..<15).map { _ in try server.greetedClient() }
    let last = try server.greetedClient()
    #expect(try last.info().product == "Test")
    #expect(try clients[0].info().product == "Test")
  }

  @Test func callsWaitWhenTooManyAreInFlight() throws {
    var limits = Limits()
    limits.callsInFlight = 1
    let server = try TestServer(limits)
    let box = try Self.core(of: server, limits)
    let order = Mailbox<String>()
    server.eventLoop.execute {
      box.value.whenSlotIsFree { order.put("first") }
      box.value.whenSlotIsFree { order.put("second") }
      box.value.whenSlotIsFree { order.put("third") }
      order.put("asked")
    }
    try server.waitForLoop()
    server.eventLoop.execute {
      order.put("released")
      box.value.releaseSlot()
    }
    try server.waitForLoop()
    server.eventLoop.execute { order.put("end") }
    #expect(try order.take(5) == ["first", "asked", "released", "second", "end"])
  }

  @Test func waitingCallsGetTheirTurn() throws {
    var limits = Limits()
    limits.callsInFlight = 1
    let server = try TestServer.listening(limits)
    let connections = try (0..<5).map { _ in try server.raw() }
    for (number, raw) in connections.enumerated() {
      raw.send(#"{"method":"org.example.test.Hold","parameters":{"name":"\#(number)"}}"#)
    }
    for _ in connections { try server.held.take().reply(Name(name: "done")) }
    for raw in connections { #expect(try raw.receive() == #"{"parameters":{"name":"done"}}"#) }
  }

  @Test func aWaitingCallWhoseClientLeavesTakesNobodysTurn() throws {
    var limits = Limits()
    limits.callsInFlight = 1
    let server = try TestServer.listening(limits)
    let first = try server.raw()
    first.send(#"{"method":"org.example.test.Hold","parameters":{"name":"a"}}"#)
    let call = try server.held.take()
    let leaving = try server.raw()
    leaving.send(#"{"method":"org.example.test.Echo","parameters":{"text":"leaving"}}"#)
    leaving.close()
    call.reply(Name(name: "a"))
    #expect(try server.client().info().product == "Test")
  }

  @Test func aStreamDoesNotCountAsInFlightOnceItFlows() throws {
    var limits = Limits()
    limits.callsInFlight = 1
    let server = try TestServer.listening(limits)
    let raw = try server.raw()
    raw.send(#"{"method":"org.example.test.Hold","parameters":{"name":"a"},"more":true}"#)
    let call = try server.held.take()
    call.replyContinuing(Name(name: "1"))
    #expect(try server.client().info().product == "Test")
    call.reply(Name(name: "2"))
  }

  @Test func aClientThatDoesNotReadItsStreamIsClosed() throws {
    var limits = Limits()
    limits.unreadReplyBytes = 100_000
    let server = try TestServer.listening(limits)
    let raw = try server.raw()
    raw.send(#"{"method":"org.example.test.Hold","parameters":{"name":"a"},"more":true}"#)
    let call = try server.held.take()
    let gone = Mailbox<Void>()
    call.onDisconnect { gone.put(()) }
    let name = Name(name: String(repeating: "x", count: 10_000))
    for _ in 0..<500 { call.replyContinuing(name) }
    guard case .slowReader = try server.events.take() else {
      Issue.record("another event")
      return
    }
    try gone.take()
    #expect(call.isAbandoned)
    #expect(try server.client().info().product == "Test")
  }

  @Test func aReplyLargerThanTheLimitIsSentWhole() throws {
    var limits = Limits()
    limits.unreadReplyBytes = 1000
    let server = try TestServer.listening(limits)
    let text = Text(text: String(repeating: "x", count: 900_000))
    #expect(try server.client().call("org.example.test.Echo", text, as: Text.self) == text)
  }

  /// If another user's connection replaced it, the rest of the reply would be lost.
  @Test func aConnectionWithAPartlySentReplyIsNotIdle() throws {
    let server = try TestServer()
    let core = try Self.core(of: server, Limits())
    var ends: [CInt] = [0, 0]
    let kind = CInt(SOCK_STREAM.rawValue | SOCK_NONBLOCK.rawValue)
    try #require(socketpair(AF_UNIX, kind, 0, &ends) == 0)
    defer { close(ends[1]) }
    let isIdle = server.eventLoop.sync {
      let channel = Channel(ends[0], on: server.eventLoop, ReceptionBuffer())
      let peer = Peer(uid: 1000, gid: 1000, pid: 1, groups: [])
      let connection = Connection(peer: peer, core: core.value, channel: channel)
      let isWatched = channel.startWatching(for: connection)
      let isIdleBefore = connection.isIdle
      channel.write([UInt8](repeating: 0, count: 1 << 22))
      connection.flush()
      return [isWatched, isIdleBefore, connection.isIdle]
    }
    #expect(isIdle == [true, true, false])
  }
}
