import Testing
import Varlink
import VarlinkServer

struct MoreTests {
  private let server: TestServer

  init() throws { server = try TestServer.listening() }

  @Test func repliesContinueUntilTheLast() throws {
    let raw = try server.raw()
    raw.send(#"{"method":"org.example.test.Count","parameters":{"to":2},"more":true}"#)
    #expect(try raw.receive() == #"{"parameters":{"number":0},"continues":true}"#)
    #expect(try raw.receive() == #"{"parameters":{"number":1},"continues":true}"#)
    #expect(try raw.receive() == "{}")
  }

  @Test func thousandsOfRepliesFlowAsTheyAreRead() throws {
    let client = try server.client()
    var numbers: [Int?] = []
    try client.more("org.example.test.Count", Target(to: 8000), as: Number.self) { reply in
      numbers.append(reply.number)
      return .goOn
    }
    #expect(numbers == (0..<8000).map { $0 } + [nil])
    #expect(
      try client.call("org.example.test.Echo", Text(text: "x"), as: Text.self) == Text(text: "x"))
  }

  @Test func aMethodWithoutSeveralRepliesAnswersOnce() throws {
    let raw = try server.raw()
    raw.send(#"{"method":"org.example.test.Echo","parameters":{"text":"x"},"more":true}"#)
    #expect(try raw.receive() == #"{"parameters":{"text":"x"}}"#)
  }

  @Test func nothingElseIsTakenUpWhileRepliesContinue() throws {
    let raw = try server.raw()
    raw.send(
      #"{"method":"org.example.test.Hold","parameters":{"name":"a"},"more":true}"#,
      #"{"method":"org.example.test.Echo","parameters":{"text":"after"}}"#)
    let call = try server.held.take()
    call.replyContinuing(Name(name: "1"))
    #expect(try raw.receive() == #"{"parameters":{"name":"1"},"continues":true}"#)
    call.replyContinuing(Name(name: "2"))
    call.reply(Name(name: "3"))
    #expect(try raw.receive() == #"{"parameters":{"name":"2"},"continues":true}"#)
    #expect(try raw.receive() == #"{"parameters":{"name":"3"}}"#)
    #expect(try raw.receive() == #"{"parameters":{"text":"after"}}"#)
  }

  @Test func anErrorEndsTheReplies() throws {
    let raw = try server.raw()
    raw.send(#"{"method":"org.example.test.Hold","parameters":{"name":"a"},"more":true}"#)
    let call = try server.held.take()
    call.replyContinuing(Name(name: "1"))
    call.fail("org.example.test.Failed", Why(why: "so"))
    call.replyContinuing(Name(name: "too late"))
    #expect(try raw.receive() == #"{"parameters":{"name":"1"},"continues":true}"#)
    #expect(try raw.receive() == #"{"error":"org.example.test.Failed","parameters":{"why":"so"}}"#)
    raw.send(#"{"method":"org.example.test.Echo","parameters":{"text":"x"}}"#)
    #expect(try raw.receive() == #"{"parameters":{"text":"x"}}"#)
  }

  @Test func aStreamToAClientThatDidNotAskClosesTheConnection() throws {
    let raw = try server.raw()
    raw.send(#"{"method":"org.example.test.StreamUnasked"}"#)
    #expect(try raw.receiveToEnd() == "")
  }

  @Test func stoppingEarlyEndsTheConnectionAndTellsTheHandler() throws {
    let client = try server.client()
    let gone = Mailbox<Void>()
    let held = server.held
    try client.send("org.example.test.Echo", Text(text: "x"))
    #expect(try client.receive(as: Text.self) == Text(text: "x"))
    let handler = Mailbox<ServerCall>()
    Thread.run {
      guard let call = try? held.take() else { return }
      call.onDisconnect { gone.put(()) }
      call.replyContinuing(Name(name: "first"))
      handler.put(call)
    }
    try client.more("org.example.test.Hold", Name(name: "a"), as: Name.self) { _ in .stop }
    #expect(!client.isOpen)
    try gone.take()
    #expect(try handler.take().isAbandoned)
  }

  @Test func theHandlerIsToldWhenTheClientGoesAwayWithoutAWord() throws {
    let raw = try server.raw()
    raw.send(#"{"method":"org.example.test.Hold","parameters":{"name":"a"},"more":true}"#)
    let call = try server.held.take()
    let gone = Mailbox<String>()
    call.onDisconnect { gone.put("before") }
    raw.close()
    #expect(try gone.take() == "before")
    call.onDisconnect { gone.put("after") }
    #expect(try gone.take() == "after")
    #expect(call.isAbandoned)
  }

  @Test func aClientThatHasFinishedWritingStillGetsItsReplies() throws {
    let raw = try server.raw()
    raw.send(#"{"method":"org.example.test.Hold","parameters":{"name":"a"},"more":true}"#)
    raw.closeWriting()
    let call = try server.held.take()
    call.replyContinuing(Name(name: "1"))
    call.reply(Name(name: "2"))
    #expect(
      try raw.receiveToEnd() == #"{"parameters":{"name":"1"},"continues":true}"# + "\0"
        + #"{"parameters":{"name":"2"}}"# + "\0")
  }
}
