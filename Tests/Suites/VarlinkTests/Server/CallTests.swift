import Dispatch
import Glibc
import Testing
import Varlink
import VarlinkServer

struct CallTests {
  private let server: TestServer

  init() throws { server = try TestServer.listening() }

  @Test func answersFromAnotherThread() throws {
    let client = try server.client()
    let held = server.held
    DispatchQueue.global().async {
      guard let call = try? held.take() else { return }
      call.reply(Name(name: "late"))
    }
    #expect(
      try client.call("org.example.test.Hold", Name(name: "a"), as: Name.self) == Name(name: "late")
    )
  }

  @Test func sendsAnErrorOfTheInterfaceAndOnlyTheFirstAnswer() throws {
    let raw = try server.raw()
    raw.send(
      #"{"method":"org.example.test.Fail"}"#,
      #"{"method":"org.example.test.Echo","parameters":{"text":"x"}}"#)
    #expect(
      try raw.receive() == #"{"error":"org.example.test.Failed","parameters":{"why":"asked to"}}"#)
    #expect(try raw.receive() == #"{"parameters":{"text":"x"}}"#)
  }

  @Test func remoteErrorsCarryTheirParameters() throws {
    let client = try server.client()
    do {
      try client.call("org.example.test.Fail")
      Issue.record("the call succeeded")
    } catch ClientError.remote(let error) {
      #expect(error.name == "org.example.test.Failed")
      #expect(try error.parameters.decode(as: Why.self) == Why(why: "asked to"))
      #expect(StandardError(error) == nil)
    }
  }

  @Test func knowsWhoCalls() throws {
    let identity = try server.client().call("org.example.test.WhoAmI", as: Identity.self)
    var groups = [gid_t](repeating: 0, count: Int(getgroups(0, nil)))
    getgroups(CInt(groups.count), &groups)
    #expect(identity == Identity(uid: getuid(), gid: getgid(), pid: getpid(), groups: groups))
  }

  @Test func answersPipelinedCallsInOrder() throws {
    let client = try server.client()
    for number in 0..<500 { try client.send("org.example.test.Echo", Text(text: "\(number)")) }
    for number in 0..<500 { #expect(try client.receive(as: Text.self) == Text(text: "\(number)")) }
  }

  @Test func twoSidesThatBothWriteDoNotBlockEachOther() throws {
    let client = try server.client()
    let text = Text(text: String(repeating: "x", count: 20_000))
    for _ in 0..<100 { try client.send("org.example.test.Echo", text) }
    for _ in 0..<100 { #expect(try client.receive(as: Text.self) == text) }
  }

  @Test func manyRefusedCallsInOneGoAreAllAnswered() throws {
    let raw = try server.raw()
    let count = 20_000
    let calls = Array(repeating: Array(#"{"method":"a.b.C"}"#.utf8) + [0], count: count).flatMap {
      $0
    }
    DispatchQueue.global().async { [sender = Sender(raw)] in sender.connection.send(bytes: calls) }
    for _ in 0..<count { #expect(try raw.receive().contains("InterfaceNotFound")) }
  }

  @Test func takesOneCallOfAConnectionAtATime() throws {
    let raw = try server.raw()
    raw.send(
      #"{"method":"org.example.test.Hold","parameters":{"name":"a"}}"#,
      #"{"method":"org.example.test.Note","parameters":{"text":"second"}}"#)
    let call = try server.held.take()
    server.notes.put("before the answer")
    call.reply(Name(name: "a"))
    #expect(try server.notes.take(2) == ["before the answer", "second"])
    #expect(try raw.receive() == #"{"parameters":{"name":"a"}}"#)
    #expect(try raw.receive() == "{}")
  }

  @Test func oneConnectionDoesNotHoldUpAnother() throws {
    let raw = try server.raw()
    raw.send(#"{"method":"org.example.test.Hold","parameters":{"name":"a"}}"#)
    let call = try server.held.take()
    #expect(
      try server.client().call("org.example.test.Echo", Text(text: "x"), as: Text.self)
        == Text(text: "x"))
    call.reply(Name(name: "a"))
    #expect(try raw.receive() == #"{"parameters":{"name":"a"}}"#)
  }

  @Test func refusesToUpgradeAndStaysVarlink() throws {
    let raw = try server.raw()
    raw.send(#"{"method":"org.example.test.Echo","parameters":{"text":"x"},"upgrade":true}"#)
    #expect(try raw.receive().contains("org.varlink.service.MethodNotImplemented"))
    raw.send(#"{"method":"org.example.test.Echo","parameters":{"text":"x"}}"#)
    #expect(try raw.receive() == #"{"parameters":{"text":"x"}}"#)
  }

  @Test func aForgottenCallClosesItsConnection() throws {
    let raw = try server.raw()
    raw.send(#"{"method":"org.example.test.Forget"}"#)
    #expect(try raw.receiveToEnd() == "")
    guard case .unanswered("org.example.test.Forget") = try server.events.take() else {
      Issue.record("another event")
      return
    }
  }

  @Test func aReplyThatJSONCannotSayClosesItsConnection() throws {
    let raw = try server.raw()
    raw.send(#"{"method":"org.example.test.NotANumber"}"#)
    #expect(try raw.receiveToEnd() == "")
    guard case .notEncodable("org.example.test.NotANumber", _) = try server.events.take() else {
      Issue.record("another event")
      return
    }
  }
}

/// Lends a connection to another thread, for writing only.
struct Sender: @unchecked Sendable {
  let connection: RawConnection
  init(_ connection: RawConnection) { self.connection = connection }
}
