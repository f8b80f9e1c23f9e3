import Control
import Descriptors
import Dispatch
import Glibc
import Scheduling
import Synchronization
import Testing
import Varlink
import VarlinkServer

@testable import Daemon

/// Lists in several replies, on the engine's loop. The sockets have small buffers, so that the kernel takes a part of a
/// reply only while the client reads.
struct ListPartsTests {
  private let harness: EngineHarness
  private let server: Server
  private let isReleased = DispatchSemaphore(value: 0)
  private let user = geteuid()

  /// Signals when no closure of a list is left.
  private final class Token: Sendable {
    private let isReleased: DispatchSemaphore

    init(_ isReleased: DispatchSemaphore) { self.isReleased = isReleased }

    deinit { isReleased.signal() }
  }

  /// Starts a server whose method `ObservePaths` lists requests in parts of two, each as a path of 100,000 characters
  /// and the id.
  init() throws {
    let harness = try EngineHarness()
    let (user, isReleased) = (user, isReleased)
    let keys = ["a", "b", "c", "d", "e"].map { RequestKey(owner: user, id: $0) }
    for key in keys { _ = harness.submit(key.id, owner: user, earliest: .seconds(18_000)) }
    var service = try Service(
      info: ServiceInterface.Info(vendor: "Example", product: "Test", version: "1", url: ""),
      descriptions: [Interface.description])
    service.handle(ObservePaths.fullName, ObservePaths.self) { [engine = harness.engine] call, _ in
      let token = Token(isReleased)
      let pace = ListPace(requestsPerReply: 2)
      let parts = ListParts(call, of: user, keys, pace) { key, view in
        withExtendedLifetime(token) {
          view.core.request(key).map { String(repeating: "/", count: 100_000) + $0.key.id }
        }
      } makeReply: {
        ObservePaths.Reply(paths: $0)
      }
      parts.send(engine)
    }
    self.harness = harness
    server = Server(service, on: harness.engine.loop)
  }

  /// Connects to the server, and calls the method.
  private func call() throws -> RawConnection {
    var ends: [CInt] = [0, 0]
    try #require(socketpair(AF_UNIX, CInt(SOCK_STREAM.rawValue), 0, &ends) == 0)
    var bytes: CInt = 8192
    for end in ends {
      for option in [SO_SNDBUF, SO_RCVBUF] {
        let size = socklen_t(MemoryLayout<CInt>.size)
        try #require(setsockopt(end, SOL_SOCKET, option, &bytes, size) == 0)
      }
    }
    server.adopt(connection: ends[0])
    let client = RawConnection(adopting: ends[1])
    client.send(Array(#"{"method":"\#(ObservePaths.fullName)","more":true}"#.utf8) + [0])
    return client
  }

  /// Waits for a reply, and returns the ids in it and whether another one follows.
  private func nextPart(_ client: RawConnection) throws -> (ids: [String], continues: Bool) {
    let reply = try IncomingReply(try #require(client.nextFrame()))
    let paths = try reply.decode(as: ObservePaths.Reply.self).paths
    return (paths.map { $0.filter { $0 != "/" } }, reply.continues)
  }

  /// Whether a read of `user` ends.
  private func answersARead() -> Bool {
    let isAnswered = DispatchSemaphore(value: 0)
    harness.engine.read(for: user) { _ in
      {
        isAnswered.signal()
        return .finished
      }
    }
    return isAnswered.wait(timeout: .now() + .seconds(60)) == .success
  }

  @Test func aPartIsDescribedWhenTheOneBeforeIsRead() throws {
    let client = try call()
    defer { client.close() }
    #expect(answersARead())
    let first = try nextPart(client)
    #expect(first.ids == ["a", "b"] && first.continues)
    // At most the second part is described now.
    #expect(answersARead())
    let key = RequestKey(owner: user, id: "e")
    _ = harness.call { .cancel(key, keepsRunning: false, $0) }
    _ = harness.submit("late", owner: user, earliest: .seconds(18_000))
    let second = try nextPart(client)
    #expect(second.ids == ["c", "d"] && second.continues)
    let last = try nextPart(client)
    #expect(last.ids.isEmpty && !last.continues)
    #expect(isReleased.wait(timeout: .now() + .seconds(60)) == .success)
  }

  @Test func nothingIsKeptForAClientThatHasDisconnected() throws {
    let client = try call()
    _ = try nextPart(client)
    client.close()
    #expect(isReleased.wait(timeout: .now() + .seconds(60)) == .success)
    #expect(answersARead())
  }

  @Test func nothingIsKeptForAClientWhenTheServerEnds() throws {
    let client = try call()
    defer { client.close() }
    _ = try nextPart(client)
    server.shutDown(within: .zero)
    #expect(isReleased.wait(timeout: .now() + .seconds(60)) == .success)
  }

  /// The request moves to a place that the walk has not reached.
  @Test func aRequestThatIsSubmittedAgainIsListedOnce() throws {
    let (engine, key) = (harness.engine, RequestKey(owner: user, id: "a"))
    // Each of these users is below the limit of submissions.
    for number in 0..<300 {
      let owner = UInt32(2_000_000 + number / 100)
      _ = harness.submit("other-\(number)", owner: owner, earliest: .seconds(18_000))
    }
    let pace = ListPace(requestsPerReply: 16)
    let list = RequestList<String, ObservePaths.Reply>(
      SelectedRequests(in: try Scope.all()), pace
    ) { request, _ in
      request.key.id
    } summary: { _ in
      { ObservePaths.Reply(paths: $0) }
    }
    let listed = Mutex<[RequestKey]>([])
    let isSorted = DispatchSemaphore(value: 0)
    let read = engine.loop.sync {
      list.keyWalk.read(for: user, engine) { summary in
        let keys = (try? summary())?.0 ?? []
        listed.withLock { $0 = keys }
        isSorted.signal()
      }
    }
    guard case .more = engine.loop.sync(read) else {
      Issue.record("the walk has only one piece")
      return
    }
    _ = harness.call { .cancel(key, keepsRunning: false, $0) }
    _ = harness.submit("takes-the-place", owner: user, earliest: .seconds(18_000))
    _ = harness.submit("a", owner: user, earliest: .seconds(18_000))
    while case .more = engine.loop.sync(read) {}
    isSorted.wait()
    let keys = listed.withLock(\.self)
    #expect(keys.count == 305 && Set(keys).count == 305 && keys.contains(key))
  }
}
