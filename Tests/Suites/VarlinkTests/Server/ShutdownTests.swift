import Glibc
import Testing
import Varlink
import VarlinkServer

struct ShutdownTests {
  private let server: TestServer

  init() throws { server = try TestServer.listening() }

  @Test func answersWhatIsInFlightAndClosesTheRest() throws {
    let idle = try server.greetedClient()
    let raw = try server.raw()
    raw.send(
      #"{"method":"org.example.test.Hold","parameters":{"name":"a"}}"#,
      #"{"method":"org.example.test.Echo","parameters":{"text":"not taken up"}}"#)
    let call = try server.held.take()
    let end = Mailbox<Void>()
    server.server.shutDown(within: .seconds(60)) { end.put(()) }
    try server.waitForLoop()
    #expect(throws: ClientError.self) { try idle.info() }
    #expect(throws: ClientError.self) { try server.client() }
    call.reply(Name(name: "a"))
    #expect(try raw.receiveToEnd() == #"{"parameters":{"name":"a"}}"# + "\0")
    try end.take()
  }

  @Test func endsStreamsThatHaveNoEnd() throws {
    let raw = try server.raw()
    raw.send(#"{"method":"org.example.test.Hold","parameters":{"name":"a"},"more":true}"#)
    let call = try server.held.take()
    let gone = Mailbox<Void>()
    call.onDisconnect { gone.put(()) }
    call.replyContinuing(Name(name: "1"))
    #expect(try raw.receive() == #"{"parameters":{"name":"1"},"continues":true}"#)
    try server.shutDown(within: .seconds(60))
    #expect(try raw.receiveToEnd() == "")
    try gone.take()
  }

  @Test func streamsWithAnEndAreSentWhole() throws {
    let raw = try server.raw()
    raw.send(#"{"method":"org.example.test.Count","parameters":{"to":5000},"more":true}"#)
    #expect(try raw.receive() == #"{"parameters":{"number":0},"continues":true}"#)
    let end = Mailbox<Void>()
    server.server.shutDown(within: .seconds(60)) { end.put(()) }
    #expect(try raw.receiveToEnd().hasSuffix("}\0{}\0"))
    try end.take()
  }

  @Test func closesWhatIsNotAnsweredInTime() throws {
    let raw = try server.raw()
    raw.send(#"{"method":"org.example.test.Hold","parameters":{"name":"a"}}"#)
    let call = try server.held.take()
    let gone = Mailbox<Void>()
    call.onDisconnect { gone.put(()) }
    try server.shutDown(within: .milliseconds(1))
    #expect(try raw.receiveToEnd() == "")
    try gone.take()
    call.reply(Name(name: "too late"))
  }

  @Test func mayBeAskedForTwice() throws {
    try server.shutDown(within: .seconds(60))
    try server.shutDown(within: .seconds(60))
  }
}
