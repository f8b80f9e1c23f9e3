import Testing
import Varlink
import VarlinkServer

struct OnewayTests {
  private let server: TestServer

  init() throws { server = try TestServer.listening() }

  @Test(arguments: [
    #"{"method":"org.example.test.Echo","parameters":{"text":"x"},"oneway":true}"#,
    #"{"method":"org.example.test.Fail","oneway":true}"#,
    #"{"method":"org.example.test.Forget","oneway":true}"#,
    #"{"method":"org.example.test.NotANumber","oneway":true}"#,
    #"{"method":"org.example.test.Count","parameters":{"to":3},"oneway":true}"#,
    #"{"method":"org.example.test.StreamUnasked","oneway":true}"#,
    #"{"method":"org.example.test.Echo","parameters":{"text":1},"oneway":true}"#,
    #"{"method":"no.such.Method","oneway":true}"#,
  ])
  func getsNoReplyWhateverBecomesOfIt(_ call: String) throws {
    let raw = try server.raw()
    raw.send(call, #"{"method":"org.example.test.Echo","parameters":{"text":"next"}}"#)
    #expect(try raw.receive() == #"{"parameters":{"text":"next"}}"#)
  }

  @Test func theClientDoesNotWait() throws {
    let client = try server.client()
    for number in 0..<50 { try client.oneway("org.example.test.Note", Text(text: "\(number)")) }
    #expect(
      try client.call("org.example.test.Echo", Text(text: "x"), as: Text.self) == Text(text: "x"))
    #expect(try server.notes.take(50) == (0..<50).map { "\($0)" })
  }

  @Test func isCarriedOutThoughTheClientLeavesAtOnce() throws {
    let client = try server.client()
    for number in 0..<50 { try client.oneway("org.example.test.Note", Text(text: "\(number)")) }
    client.close()
    #expect(try server.notes.take(50) == (0..<50).map { "\($0)" })
  }

  @Test func callsThatWaitForAReplyAreDroppedWhenTheClientHasLeft() throws {
    let raw = try server.raw()
    raw.send(#"{"method":"org.example.test.Hold","parameters":{"name":"a"}}"#)
    let call = try server.held.take()
    raw.send(
      #"{"method":"org.example.test.Note","parameters":{"text":"dropped"}}"#,
      #"{"method":"org.example.test.Note","parameters":{"text":"kept"},"oneway":true}"#)
    let gone = Mailbox<Void>()
    call.onDisconnect { gone.put(()) }
    raw.close()
    try gone.take()
    call.reply(Name(name: "nobody reads this"))
    #expect(try server.notes.take() == "kept")
  }
}
