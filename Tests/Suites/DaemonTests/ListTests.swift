import Control
import Foundation
import Testing

/// Lists of requests, in full and in brief.
struct ListTests {
  private let directory: TemporaryDirectory
  private let daemon: DaemonProcess

  init() throws {
    directory = try TemporaryDirectory()
    daemon = try DaemonProcess(try TemporaryDirectory(), ["--start", "2026-03-02 12:00"])
    _ = try daemon.call(
      Submit(
        id: "backup", command: .test(["/bin/true"]), earliest: "5h", latest: "20h", every: 86_400,
        prefers: ["idle"], group: "disk", priority: 3, tags: ["photos"]))
    _ = try daemon.call(
      Submit(id: "then", command: .test(["/bin/true"]), earliest: "5h", after: ["backup"]))
    _ = try daemon.call(
      Submit(id: "broken", kind: "userInitiated", command: .test(["/bin/false"]), retries: 4))
    _ = try daemon.call(AdvanceClock(by: 5))
  }

  /// Returns the answer of the daemon with this socket; `nil` if there is none.
  private static func answer(to call: AnyJSON, on socket: String) -> AnyJSON? {
    guard let connection = try? RawConnection(socket), let text = try? JSONEncoder().encode(call)
    else { return nil }
    defer { connection.close() }
    connection.send(Array(text) + [0])
    return connection.nextFrame().flatMap {
      try? JSONDecoder().decode(AnyJSON.self, from: Data($0))
    }
  }

  /// Starts a server in front of the daemon that supports neither rows nor tags.
  private func olderDaemon() throws -> FalseServer {
    let socket = daemon.socket
    return try FalseServer(directory) { call, reply in
      if case .object(let members) = call, case .object(let values)? = members["parameters"],
        values["brief"] != nil
      {
        return reply(
          .object([
            "error": .string("org.varlink.service.InvalidParameter"),
            "parameters": .object(["parameter": .string("brief")]),
          ]))
      }
      guard let answer = Self.answer(to: call, on: socket) else { return }
      reply(answer.without(["rows", "tags"]))
    }
  }

  @Test func aRowHasTheValuesOfItsRequest() throws {
    let whole = try daemon.call(List())
    let brief = try daemon.call(List(brief: true))
    let rows = try #require(brief.rows)
    #expect(whole.rows == nil && brief.requests.isEmpty && brief.running == whole.running)
    #expect(rows.map(\.id) == whole.requests.map(\.id) && rows.count == 3)
    for (row, request) in zip(rows, whole.requests) {
      #expect(row.state == request.state && row.kind == request.kind && row.next == request.next)
      #expect(row.latest == request.latest && row.submitted == request.submitted)
      #expect(row.reasons ?? [] == request.reasons && row.tags ?? [] == request.tags)
      #expect(row.after ?? [] == request.after && row.group == request.group)
      #expect(row.failures ?? 0 == request.failures && row.priority == request.priority)
    }
    #expect(rows.contains { $0.failures == 1 && $0.reasons == ["backoff"] })
  }

  @Test func explainAndListNameTheSameReasons() throws {
    let explained = try daemon.call(Explain()).explanations
    let listed = try daemon.call(List()).requests
    #expect(explained.map(\.reasons) == listed.map(\.reasons))
    #expect(explained.map(\.next) == listed.map(\.next))
  }

  @Test func aListOfAnOlderDaemonIsPrintedAsWell() throws {
    let now = try Rubatoctl.run(["list", "--tree"], by: daemon)
    let server = try olderDaemon()
    let old = try Rubatoctl.run(["list", "--tree"], environment: ["RUBATO_SOCKET": server.socket])
    // The delay before the retry becomes shorter between the calls.
    func lines(_ said: Rubatoctl.Result) -> [Substring] {
      said.output.split(separator: "\n").filter { !$0.contains("broken") }
    }
    #expect(now.code == 0 && old.code == 0 && lines(now) == lines(old), "\(now) \(old)")
    #expect(now.output.contains("└ then"), "\(now)")
  }

  /// Whole requests of thousands are longer than a reply can be.
  @Test func aVerbOnManyRequestsAsksOnlyForRows() throws {
    let socket = daemon.socket
    let server = try FalseServer(directory) { call, reply in
      let parameters = call["parameters"]
      let isBrief = if case .bool(true)? = parameters?["brief"] { true } else { false }
      let isOfOne = parameters?["id"]?.text != nil
      if call["method"]?.text == List.fullName, !isBrief, !isOfOne {
        return reply(.object(["error": .string("com.example.TooLong")]))
      }
      if let answer = Self.answer(to: call, on: socket) { reply(answer) }
    }
    let cancelled = try Rubatoctl.run(
      ["cancel", "b*"], environment: ["RUBATO_SOCKET": server.socket])
    #expect(cancelled.code == 0, "\(cancelled)")
    let left = try daemon.call(List()).requests.map(\.id)
    #expect(!left.contains("backup") && !left.contains("broken"))
  }

  @Test func anAnswerThatIsTooLongIsRefusedWithARemedy() throws {
    let server = try FalseServer(directory) { _, reply in
      let text = String(repeating: "x", count: 17 << 20)
      reply(.object(["parameters": .object(["text": .string(text)])]))
    }
    let list = try Rubatoctl.run(
      ["list", "--json"], environment: ["RUBATO_SOCKET": server.socket])
    #expect(list.code == 1 && list.errors.contains("with --app or --owner"), "\(list)")
  }
}

extension AnyJSON {
  /// Returns the value without the members of these names, at any depth.
  fileprivate func without(_ names: Set<String>) -> AnyJSON {
    switch self {
    case .array(let elements): .array(elements.map { $0.without(names) })
    case .object(let members):
      .object(members.filter { !names.contains($0.key) }.mapValues { $0.without(names) })
    default: self
    }
  }
}
