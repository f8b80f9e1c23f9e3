import Descriptors
import Glibc
import Testing
import Varlink

@testable import VarlinkServer

struct LimitTests {
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
    let core = ServerCore(
      service: try Service(
        info: .init(vendor: "", product: "", version: "", url: ""), descriptions: []),
      limits: limits, eventLoop: server.eventLoop, queue: DeliveryQueue(eventLoop: server.eventLoop)
    ) { _ in }
    let box = LoopConfined(core, to: server.eventLoop)
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
}
