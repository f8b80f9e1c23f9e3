import Control
import Foundation
import Synchronization
import Testing
import Varlink

/// Lists that are longer than a client accepts as one reply. They are sent in several replies.
struct LongListTests {
  private let directory: TemporaryDirectory
  private let daemon: DaemonProcess

  init() throws {
    directory = try TemporaryDirectory()
    daemon = try DaemonProcess(try TemporaryDirectory(), ["--start", "2026-03-02 12:00"])
  }

  /// Submits requests with two arguments of this length.
  private func submitLongRequests(_ count: Int, bytes: Int) throws {
    let text = String(repeating: "x", count: bytes)
    for number in 1...count {
      let command = CommandInfo.test(["/bin/echo", text, text])
      _ = try daemon.call(Submit(id: "long-\(number)", command: command, earliest: "5h"))
    }
  }

  /// Submits requests that follow `first`, with one call.
  private func submitFollowers(_ count: Int, of first: String) throws {
    let submissions = (1...count).map { number in
      Submit(
        id: "follower-\(number)", command: .test(["/bin/true"]), earliest: "5h", after: [first])
    }
    let results = try daemon.call(SubmitAll(submissions: submissions)).results
    try #require(results.allSatisfy { $0.error == nil })
  }

  /// Returns the replies to a call that accepts several.
  private func replies<Method: ControlMethod>(to method: Method) throws -> [Method.Reply] {
    var replies: [Method.Reply] = []
    try daemon.connect().more(Method.fullName, method, as: Method.Reply.self) {
      replies.append($0)
      return .goOn
    }
    return replies
  }

  // MARK: The daemon

  /// Two requests fill a reply.
  @Test func longTextsFillAReply() throws {
    try submitLongRequests(5, bytes: 20_000)
    let whole = try daemon.call(List())
    let parts = try replies(to: List())
    #expect(parts.map(\.requests.count) == [2, 2, 1])
    #expect(parts.flatMap(\.requests) == whole.requests && whole.requests.count == 5)
    let rows = try replies(to: List(brief: true))
    #expect(rows.map { $0.rows?.count } == [2, 2, 1] && rows.allSatisfy(\.requests.isEmpty))
    let explained = try replies(to: Explain())
    #expect(explained.map(\.explanations.count) == [2, 2, 1])
    #expect(try explained.flatMap(\.explanations) == daemon.call(Explain()).explanations)
  }

  @Test func manyRequestsFillAReply() throws {
    _ = try daemon.call(Submit(id: "first", command: .test(["/bin/true"]), earliest: "5h"))
    try submitFollowers(100, of: "first")
    let parts = try replies(to: List())
    #expect(parts.map(\.requests.count) == [Int](repeating: 16, count: 6) + [5])
    #expect(try parts.flatMap(\.requests) == daemon.call(List()).requests)
    let rows = try replies(to: List(brief: true))
    #expect(rows.map { $0.rows?.count } == [96, 5] && rows.allSatisfy(\.requests.isEmpty))
    let explained = try replies(to: Explain())
    #expect(explained.map(\.explanations.count) == [Int](repeating: 8, count: 12) + [5])
    // The requests that follow a cancelled one fail.
    _ = try daemon.call(Cancel(id: "first"))
    let failed = try replies(to: ListFailures())
    #expect(failed.map(\.failures.count) == [96, 4])
    #expect(try failed.flatMap(\.failures) == daemon.call(ListFailures()).failures)
  }

  @Test func aShortListIsOneReply() throws {
    #expect(try replies(to: List()).map(\.requests) == [[]])
    #expect(try replies(to: List(brief: true)).map(\.rows) == [[]])
    #expect(try replies(to: ListFailures()).map(\.failures) == [[]])
    _ = try daemon.call(Submit(id: "only", command: .test(["/bin/true"]), earliest: "5h"))
    let one = try replies(to: Explain(id: "only"))
    #expect(one.map { $0.explanations.map(\.id) } == [["only"]])
    // A named request is explained with its history.
    #expect(one.first?.explanations.first?.history != nil)
  }

  @Test func aClientCanCloseItsConnectionAfterOneReply() throws {
    try submitLongRequests(6, bytes: 40_000)
    for _ in 0..<3 {
      var count = 0
      try daemon.connect().more(List.fullName, List(), as: List.Reply.self) { _ in
        count += 1
        return .stop
      }
      #expect(count == 1)
    }
    #expect(try daemon.call(List()).requests.count == 6)
  }

  // MARK: The command line

  /// Starts a server in front of the daemon that refuses to send a list in one reply. It sends each element of a list in
  /// a reply of its own.
  private func splittingServer() throws -> FalseServer {
    let socket = daemon.socket
    let lists: Set = [List.fullName, Explain.fullName, ListFailures.fullName]
    return try FalseServer(directory) { call, reply in
      guard let connection = try? RawConnection(socket), let text = try? JSONEncoder().encode(call)
      else { return }
      defer { connection.close() }
      connection.send(Array(text) + [0])
      guard let frame = connection.nextFrame(),
        let answer = try? JSONDecoder().decode(AnyJSON.self, from: Data(frame))
      else { return }
      guard let method = call["method"]?.text, lists.contains(method) else { return reply(answer) }
      guard case .bool(true)? = call["more"] else {
        return reply(.object(["error": .string("com.example.TooLong")]))
      }
      for part in answer.splitIntoParts { reply(part) }
    }
  }

  @Test(arguments: [
    ["list"], ["list", "--json"], ["list", "--columns", "id,requires"], ["list", "--tree"],
    ["list", "--failed"], ["list", "--failed", "--json"], ["explain"], ["explain", "--json"],
    ["export"], ["export", "--json"], ["changed", "nothing"], ["explain", "b"],
  ])
  func aListInPartsIsPrintedAsAWhole(words: [String]) throws {
    for id in ["a", "b", "c"] {
      _ = try daemon.call(
        Submit(
          id: id, command: .test(["/bin/true"]), whenChanged: ["key-\(id)"], requires: ["power"]))
    }
    _ = try daemon.call(Submit(id: "first", command: .test(["/bin/true"]), earliest: "5h"))
    try submitFollowers(3, of: "first")
    _ = try daemon.call(Cancel(id: "first"))
    let whole = try Rubatoctl.run(words, by: daemon)
    let server = try splittingServer()
    let parts = try Rubatoctl.run(words, environment: ["RUBATO_SOCKET": server.socket])
    #expect(whole.code == 0 && whole.output.split(separator: "\n").count > 0, "\(whole)")
    #expect(parts.code == 0 && parts.output == whole.output, "\(parts) \(whole)")
  }

  /// Returns a server in front of the daemon that sends `ending` after the first reply to one of these calls.
  private func cuttingServer(
    _ ending: AnyJSON, _ mustCut: @escaping @Sendable (AnyJSON) -> Bool
  ) throws -> FalseServer {
    let socket = daemon.socket
    return try FalseServer(directory) { call, reply in
      guard let connection = try? RawConnection(socket), let text = try? JSONEncoder().encode(call)
      else { return }
      defer { connection.close() }
      connection.send(Array(text) + [0])
      guard let frame = connection.nextFrame(),
        case .object(var part)? = try? JSONDecoder().decode(AnyJSON.self, from: Data(frame))
      else { return }
      guard mustCut(call) else { return reply(.object(part)) }
      part["continues"] = .bool(true)
      reply(.object(part))
      reply(ending)
    }
  }

  /// Returns a server in front of the daemon that closes the connection after the first reply to one of these calls.
  private func closingServer(
    _ mustClose: @escaping @Sendable (AnyJSON) -> Bool
  ) throws -> FalseServer {
    try cuttingServer(.null, mustClose)
  }

  /// The daemon may be restarted while it sends a list.
  @Test(arguments: [["list"], ["list", "--json"], ["explain", "first"]])
  func aListThatIsCutIsRequestedAgain(words: [String]) throws {
    _ = try daemon.call(Submit(id: "first", command: .test(["/bin/true"]), earliest: "5h"))
    let whole = try Rubatoctl.run(words, by: daemon)
    let cuts = Mutex(0)
    let server = try closingServer { call in
      guard [List.fullName, Explain.fullName].contains(call["method"]?.text) else { return false }
      return cuts.withLock { count in
        count += 1
        return count == 1
      }
    }
    let list = try Rubatoctl.run(words, environment: ["RUBATO_SOCKET": server.socket])
    #expect(list.code == 0 && list.output == whole.output, "\(list) \(whole)")
    #expect(cuts.withLock(\.self) >= 2)
  }

  @Test func aListThatIsCutAgainIsReportedAsIncomplete() throws {
    let server = try closingServer { $0["method"]?.text == List.fullName }
    let list = try Rubatoctl.run(["list"], environment: ["RUBATO_SOCKET": server.socket])
    #expect(list.code == 3 && list.output.isEmpty, "\(list)")
    #expect(list.errors.contains("the answer is incomplete; run the command again."), "\(list)")
  }

  @Test(arguments: [["list"], ["list", "--json"], ["export"]])
  func aListThatEndsWithAnErrorIsNotPrinted(words: [String]) throws {
    _ = try daemon.call(Submit(id: "first", command: .test(["/bin/true"]), earliest: "5h"))
    let message = AnyJSON.object(["message": .string("stopped")])
    let error = AnyJSON.string("io.rubato.Scheduler.Unavailable")
    let server = try cuttingServer(.object(["error": error, "parameters": message])) {
      $0["method"]?.text == List.fullName
    }
    let list = try Rubatoctl.run(words, environment: ["RUBATO_SOCKET": server.socket])
    #expect(list.code == 1 && list.output.isEmpty && list.errors.contains("stopped"), "\(list)")
  }
}

extension AnyJSON {
  /// A reply in parts: for each position, one with at most one element of each array, and a last one without elements.
  fileprivate var splitIntoParts: [AnyJSON] {
    guard case .object(let values)? = self["parameters"] else { return [self] }
    let count = values.values.map(\.elements.count).max() ?? 0
    return (0...count).map { index in
      let parameters = values.mapValues { value in
        guard case .array(let elements) = value else { return value }
        return AnyJSON.array(Array(elements.dropFirst(index).prefix(1)))
      }
      return .object(["parameters": .object(parameters), "continues": .bool(index < count)])
    }
  }

  private var elements: [AnyJSON] { if case .array(let elements) = self { elements } else { [] } }
}
