import Glibc
import Testing

@testable import Varlink

struct ClientConnectingTests {
  private let directory = TemporaryDirectory()

  @Test func tellsAMissingSocketFromARefusedOne() throws {
    let path = directory.path + "/socket"
    let missing = #expect(throws: ClientError.self) { try Client(connectingTo: path) }
    #expect(missing?.notListeningReason == .missing)
    #expect(missing?.description == "nothing listens on \(path): no such socket")
    let fd = socket(AF_UNIX, CInt(SOCK_STREAM.rawValue), 0)
    #expect(try UnixAddress(path).withSocketAddress { bind(fd, $0, $1) } == 0)
    close(fd)
    let refused = #expect(throws: ClientError.self) { try Client(connectingTo: path) }
    #expect(refused?.notListeningReason == .refused)
  }

  @Test func refusesAPathThatIsTooLong() {
    let path = "/" + String(repeating: "x", count: 107)
    let error = #expect(throws: ClientError.self) { try Client(connectingTo: path) }
    #expect(error?.description.contains("108 bytes, but the kernel allows 107") == true)
  }

  @Test func aFullBacklogIsATimeOut() throws {
    let path = directory.path + "/socket"
    let fd = socket(AF_UNIX, CInt(SOCK_STREAM.rawValue), 0)
    defer { close(fd) }
    #expect(try UnixAddress(path).withSocketAddress { bind(fd, $0, $1) } == 0)
    #expect(listen(fd, 0) == 0)
    let first = try Client(connectingTo: path)
    let error = #expect(throws: ClientError.self) {
      try Client(connectingTo: path, timeout: .milliseconds(20))
    }
    #expect(error?.isTimeOut == true)
    #expect(first.isOpen)
  }
}

/// The results of a client, for arbitrary answers of a server.
struct ClientTests {
  private let server: CInt
  private let client: Client

  init() {
    var ends: [CInt] = [0, 0]
    #expect(socketpair(AF_UNIX, CInt(SOCK_STREAM.rawValue), 0, &ends) == 0)
    server = ends[0]
    client = Client(adopting: ends[1], timeout: .seconds(60))
  }

  private func serverSays(_ texts: String...) {
    for text in texts {
      let bytes = Array(text.utf8) + [0]
      #expect(send(server, bytes, bytes.count, CInt(MSG_NOSIGNAL)) == bytes.count)
    }
  }

  @Test func sendsTheCallAsItShould() throws {
    defer { close(server) }
    serverSays(#"{"parameters":{"text":"x"}}"#)
    #expect(try client.call("a.b.C", Text(text: "y"), as: Text.self) == Text(text: "x"))
    var bytes = [UInt8](repeating: 0, count: 200)
    let count = recv(server, &bytes, bytes.count, 0)
    let sent = String(decoding: bytes[..<max(0, count)], as: UTF8.self)
    #expect(sent == #"{"method":"a.b.C","parameters":{"text":"y"}}"# + "\0")
  }

  @Test func ignoresFieldsItDoesNotKnow() throws {
    defer { close(server) }
    serverSays(#"{"parameters":{"text":"x","new":[1,2]},"org.example":{}}"#)
    #expect(try client.call("a.b.C", as: Text.self) == Text(text: "x"))
  }

  @Test func aConnectionThatTheServerHasClosedIsNotReused() throws {
    #expect(client.isReusable)
    close(server)
    #expect(client.isOpen && !client.isReusable)
    client.close()
    #expect(!client.isReusable)
  }

  @Test func aConnectionIsReusedBetweenCallsOnly() throws {
    defer { close(server) }
    serverSays(#"{"parameters":{}}"#)
    #expect(!client.isReusable)
    try client.send("a.b.C")
    #expect(!client.isReusable)
    _ = try client.receive(as: NoParameters.self)
    #expect(client.isReusable)
  }

  @Test func aClosedConnectionIsToldFromSilence() throws {
    close(server)
    let error = #expect(throws: ClientError.self) { try client.call("a.b.C") }
    #expect(error?.isDisconnected == true)
    #expect(!client.isOpen)
    #expect(#expect(throws: ClientError.self) { try client.call("a.b.C") }?.isDisconnected == true)
  }

  @Test func silenceIsATimeOutAndEndsTheConnection() throws {
    defer { close(server) }
    client.timeout = .milliseconds(20)
    let error = #expect(throws: ClientError.self) { try client.call("a.b.C") }
    #expect(error?.isTimeOut == true)
    #expect(!client.isOpen)
  }

  @Test(arguments: [
    "garbage", "[]", #"{"x":1}"#, #"{"continues":true}"#, #"{"error":"a.b.E","continues":true}"#,
    "",
  ])
  func aMalformedReplyEndsTheConnection(_ reply: String) throws {
    defer { close(server) }
    serverSays(reply)
    let error = #expect(throws: ClientError.self) { try client.call("a.b.C") }
    guard case .protocolViolation = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(!client.isOpen)
  }

  @Test func aReplyOfAnotherFormLeavesTheConnectionOpen() throws {
    defer { close(server) }
    serverSays(#"{"parameters":{"text":1}}"#, #"{"parameters":{"text":"x"}}"#)
    let error = #expect(throws: ClientError.self) { try client.call("a.b.C", as: Text.self) }
    guard case .unexpectedReply = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(try client.call("a.b.C", as: Text.self) == Text(text: "x"))
  }

  @Test func parametersThatCannotBeSentLeaveTheConnectionOpen() throws {
    defer { close(server) }
    let error = #expect(throws: ClientError.self) { try client.call("a.b.C", Ratio(ratio: .nan)) }
    guard case .notEncodable = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(client.isOpen)
  }

  @Test func anErrorEndsAStreamButNotTheConnection() throws {
    defer { close(server) }
    serverSays(#"{"parameters":{"number":1},"continues":true}"#, #"{"error":"a.b.E"}"#, "{}")
    var numbers: [Int?] = []
    let error = #expect(throws: ClientError.self) {
      try client.more("a.b.C", as: Number.self) { reply in
        numbers.append(reply.number)
        return .goOn
      }
    }
    guard case .remote(let remote) = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(remote == RemoteError(name: "a.b.E", parameters: .emptyObject))
    #expect(numbers == [1])
    try client.call("a.b.C")
  }

  @Test func stoppingAtTheLastReplyKeepsTheConnection() throws {
    defer { close(server) }
    serverSays("{}", "{}")
    try client.more("a.b.C", as: NoParameters.self) { _ in .stop }
    try client.call("a.b.C")
  }

  @Test func aStreamWithAnUnexpectedReplyEndsTheConnection() throws {
    defer { close(server) }
    serverSays(
      #"{"parameters":{"number":"one"},"continues":true}"#, #"{"parameters":{"number":2}}"#)
    let error = #expect(throws: ClientError.self) {
      try client.more("a.b.C", as: Number.self) { _ in .goOn }
    }
    guard case .unexpectedReply = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    // The second reply would be that of the next call.
    #expect(!client.isOpen)
  }

  /// Returns the replies to a subscription that have arrived, and the error that ended the subscription, if any.
  private func arrived() -> (numbers: [Int?], error: ClientError?) {
    var numbers: [Int?] = []
    do throws(ClientError) {
      try client.readArrivedReplies(as: Number.self) { numbers.append($0.number) }
    } catch {
      return (numbers, error)
    }
    return (numbers, nil)
  }

  @Test func aSubscriptionEndsWithItsLastReply() throws {
    defer { close(server) }
    try client.subscribe("a.b.C", NoParameters())
    serverSays(
      #"{"parameters":{"number":1},"continues":true}"#, #"{"parameters":{"number":2}}"#)
    let (numbers, error) = arrived()
    #expect(numbers == [1, 2])
    #expect(error?.isDisconnected == true)
    #expect(client.descriptor == nil)
  }

  @Test(arguments: [#"{"error":"a.b.E"}"#, "{"])
  func anErrorEndsASubscriptionAfterItsReplies(last: String) throws {
    defer { close(server) }
    try client.subscribe("a.b.C", NoParameters())
    serverSays(#"{"parameters":{"number":1},"continues":true}"#, last)
    let (numbers, error) = arrived()
    #expect(numbers == [1])
    #expect(error != nil)
    #expect(client.descriptor == nil)
  }

  @Test func readsTheRepliesToASubscriptionWithoutWaiting() throws {
    try client.subscribe("a.b.C", NoParameters())
    #expect(client.descriptor != nil)
    #expect(arrived().numbers.isEmpty)
    serverSays(#"{"parameters":{"number":1},"continues":true}"#)
    serverSays(#"{"parameters":{"number":2},"continues":true}"#)
    #expect(arrived().numbers == [1, 2])
    // A part of a message is kept for the next time.
    let text = Array(#"{"parameters":{"number":3},"continues":true}"#.utf8) + [0]
    #expect(send(server, text, 10, CInt(MSG_NOSIGNAL)) == 10)
    #expect(arrived().numbers.isEmpty)
    let rest = Array(text[10...])
    #expect(send(server, rest, rest.count, CInt(MSG_NOSIGNAL)) == rest.count)
    let (numbers, missing) = arrived()
    #expect(numbers == [3])
    #expect(missing == nil)
    close(server)
    #expect(arrived().error?.isDisconnected == true)
    #expect(client.descriptor == nil)
  }
}

extension ClientError {
  var notListeningReason: NotListening? {
    if case .notListening(_, let reason) = self { reason } else { nil }
  }
  var isDisconnected: Bool { if case .disconnected = self { true } else { false } }
  var isTimeOut: Bool { if case .timedOut = self { true } else { false } }
}
