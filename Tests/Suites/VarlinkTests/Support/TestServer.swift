import Descriptors
import Varlink
import VarlinkServer

/// A server on its own socket, with methods for every behaviour.
final class TestServer: Sendable {
  static let interface = """
    interface org.example.test

    # Returns what it is given.
    method Echo(text: string) -> (text: string)
    # Is answered by the test.
    method Hold(name: string) -> (name: string)
    # Leaves its text behind.
    method Note(text: string) -> ()
    method Count(to: int) -> (number: ?int)
    method Check(kind: (small, large), count: ?int, small: ?int) -> ()
    method WhoAmI() -> (uid: int, gid: int, pid: int, groups: []int)
    method Fail() -> ()
    method Forget() -> ()
    method NotANumber() -> (ratio: float)
    method StreamUnasked() -> ()
    method Undone() -> ()

    error Failed (why: string)
    """

  let directory: TemporaryDirectory
  let path: String
  let eventLoop = TestServer.sharedLoop
  private static let sharedLoop = EventLoop(name: "connections")
  let server: Server
  /// The calls of Hold.
  let held = Mailbox<ServerCall>()
  /// The texts of Note.
  let notes = Mailbox<String>()
  let events = Mailbox<ServerEvent>()

  init(
    _ limits: Limits = Limits(), in directory: TemporaryDirectory = TemporaryDirectory(),
    _ change: (inout Service) -> Void = { _ in }
  ) throws {
    self.directory = directory
    path = directory.path + "/socket"
    var service = try Self.service(held: held, notes: notes)
    change(&service)
    server = Server(service, limits: limits, on: eventLoop) { [events] in events.put($0) }
  }

  static func listening(
    _ limits: Limits = Limits(), in directory: TemporaryDirectory = TemporaryDirectory(),
    _ change: (inout Service) -> Void = { _ in }
  ) throws -> TestServer {
    let server = try TestServer(limits, in: directory, change)
    try server.listen()
    return server
  }

  func listen(mode: UInt32 = 0o600) throws {
    try server.listen(at: UnixAddress(path), mode: mode)
  }

  /// Returns when the loop has called all earlier blocks.
  func waitForLoop() throws {
    let turned = Mailbox<Void>()
    eventLoop.execute { turned.put(()) }
    try turned.take()
  }

  /// Returns when the server has shut down.
  func shutDown(within limit: Duration) throws {
    let ended = Mailbox<Void>()
    server.shutDown(within: limit) { ended.put(()) }
    try ended.take()
  }

  func client() throws -> Client { try Client(connectingTo: path, timeout: .seconds(60)) }

  func raw() throws -> RawConnection { try RawConnection(path) }

  /// Returns a client that the server has certainly accepted.
  func greetedClient() throws -> Client {
    let client = try client()
    _ = try client.info()
    return client
  }

  deinit { server.shutDown(within: .zero) }
}

struct Text: Codable, Sendable, Equatable { var text: String }
struct Name: Codable, Sendable, Equatable { var name: String }
struct Target: Codable, Sendable { var to: Int }
struct Number: Codable, Sendable, Equatable { var number: Int? }
struct Ratio: Codable, Sendable { var ratio: Double }
struct Why: Codable, Sendable, Equatable { var why: String }
struct Checked: Codable, Sendable {
  var kind: String
  var count: Int?
  /// The type is narrower than in the interface description.
  var small: Int8?
}
struct Identity: Codable, Sendable, Equatable {
  var uid: UInt32
  var gid: UInt32
  var pid: Int32
  var groups: [UInt32]
}

extension TestServer {
  private static func service(
    held: Mailbox<ServerCall>, notes: Mailbox<String>
  ) throws -> Service {
    var service = try Service(
      info: .init(vendor: "Example", product: "Test", version: "1", url: "https://example.org"),
      descriptions: [interface])
    service.handle("org.example.test.Echo", Text.self) { call, input in call.reply(input) }
    service.handle("org.example.test.Hold", Name.self) { call, _ in held.put(call) }
    service.handle("org.example.test.Note", Text.self) { call, input in
      notes.put(input.text)
      call.reply()
    }
    service.handle("org.example.test.Check", Checked.self) { call, _ in call.reply() }
    addStreams(to: &service)
    addFailures(to: &service)
    return service
  }

  private static func addStreams(to service: inout Service) {
    service.handle("org.example.test.Count", Target.self, requiresMore: true) { call, input in
      call.replyAll((0..<input.to).lazy.map { Number(number: $0) })
    }
    service.handle("org.example.test.StreamUnasked") { call in
      call.replyContinuing(NoParameters())
    }
    service.handle("org.example.test.WhoAmI") { call in
      let peer = call.peer
      call.reply(Identity(uid: peer.uid, gid: peer.gid, pid: peer.pid, groups: peer.groups))
    }
  }

  private static func addFailures(to service: inout Service) {
    service.handle("org.example.test.Fail") { call in
      call.fail("org.example.test.Failed", Why(why: "asked to"))
      call.reply()
      call.fail(.permissionDenied)
    }
    service.handle("org.example.test.Forget") { _ in }
    service.handle("org.example.test.NotANumber") { call in call.reply(Ratio(ratio: .nan)) }
  }
}
