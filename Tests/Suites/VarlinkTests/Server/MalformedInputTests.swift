import Testing
import Varlink
import VarlinkServer

struct MalformedInputTests {
  private let server: TestServer

  init() throws { server = try TestServer.listening() }

  private func serverIsWell() throws {
    #expect(
      try server.client().call("org.example.test.Echo", Text(text: "x"), as: Text.self)
        == Text(text: "x"))
  }

  @Test(arguments: [
    "", "garbage", "{", "[]", "null", "\"text\"", "{}", #"{"method":1}"#,
    #"{"method":"a.b.C","x":1}"#,
    #"{"method":"a.b.C","more":true,"oneway":true}"#, #"{"method":"a.b.C","oneway":1}"#,
    #"{"method":"a.b.C","parameters":[]}"#, #"{"method":"a.b.C",}"#,
    #"{"method":"org.example.test.Echo","parameters":{"text":"\x"}}"#,
    #"{"method":"org.example.test.Check","parameters":{"kind":"small","count":01}}"#,
    #"{"method":"a.b.C"}{"method":"a.b.C"}"#,
  ])
  func closesTheConnectionWithoutAReply(_ message: String) throws {
    let raw = try server.raw()
    raw.send(message)
    #expect(try raw.receiveToEnd() == "")
    guard case .protocolViolation = try server.events.take() else {
      Issue.record("another event")
      return
    }
    try serverIsWell()
  }

  @Test func earlierCallsAreStillAnswered() throws {
    let raw = try server.raw()
    raw.send(#"{"method":"org.example.test.Echo","parameters":{"text":"x"}}"#, "garbage")
    #expect(try raw.receiveToEnd() == #"{"parameters":{"text":"x"}}"# + "\0")
  }

  @Test func laterCallsAreNotTakenUp() throws {
    let raw = try server.raw()
    raw.send("garbage", #"{"method":"org.example.test.Note","parameters":{"text":"x"}}"#)
    #expect(try raw.receiveToEnd() == "")
    try server.client().call("org.example.test.Note", Text(text: "another"))
    #expect(try server.notes.take() == "another")
  }

  @Test func refusesNestingWithoutEnd() throws {
    let raw = try server.raw()
    raw.send(String(repeating: "[", count: 500_000))
    #expect(try raw.receiveToEnd() == "")
    try serverIsWell()
  }

  @Test func twoMebibytesOfGarbageCloseOnlyTheirConnection() throws {
    let other = try server.greetedClient()
    let raw = try server.raw()
    raw.send(bytes: [UInt8](repeating: UInt8(ascii: "x"), count: 2 * 1024 * 1024))
    #expect(try raw.receiveToEnd() == "")
    #expect(
      try other.call("org.example.test.Echo", Text(text: "x"), as: Text.self) == Text(text: "x"))
  }

  @Test func bytesThatAreNoTextCloseTheConnection() throws {
    let raw = try server.raw()
    raw.send(bytes: (0..<5000).map { UInt8(truncatingIfNeeded: $0 &* 37 | 1) } + [0])
    #expect(try raw.receiveToEnd() == "")
    try serverIsWell()
  }

  @Test func halfAMessageHoldsUpNobody() throws {
    let raw = try server.raw()
    raw.send(bytes: Array(#"{"method":"org.example.test.Echo","#.utf8))
    try serverIsWell()
    raw.send(bytes: Array(#""parameters":{"text":"whole"}}"#.utf8) + [0])
    #expect(try raw.receive() == #"{"parameters":{"text":"whole"}}"#)
  }

  @Test func aMessageMayArriveByteByByte() throws {
    let raw = try server.raw()
    for byte in Array(#"{"method":"org.example.test.Echo","parameters":{"text":"x"}}"#.utf8) + [0] {
      raw.send(bytes: [byte])
    }
    #expect(try raw.receive() == #"{"parameters":{"text":"x"}}"#)
  }

  @Test func aClientThatLeavesInTheMiddleOfAMessageIsForgotten() throws {
    let raw = try server.raw()
    raw.send(bytes: Array(#"{"method":"#.utf8))
    raw.closeWriting()
    #expect(try raw.receiveToEnd() == "")
    try serverIsWell()
  }

  @Test func aMessageAsLongAsTheLimitIsTaken() throws {
    var limits = Limits()
    limits.frameBytes = 1000
    let server = try TestServer.listening(limits)
    let empty = #"{"method":"org.example.test.Echo","parameters":{"text":""}}"#
    let text = String(repeating: "x", count: limits.frameBytes - empty.utf8.count)
    let raw = try server.raw()
    raw.send(empty.replacing(#""""#, with: #""\#(text)""#))
    #expect(try raw.receive() == #"{"parameters":{"text":"\#(text)"}}"#)
    raw.send(empty.replacing(#""""#, with: #""\#(text)x""#))
    #expect(try raw.receiveToEnd() == "")
  }
}
