import Foundation
import Testing

@testable import Transfers

/// Requests of uploads, with the real rubato-transfer and the real curl.
struct UploadTests {
  private let directory: TemporaryDirectory

  init() throws { directory = try TemporaryDirectory() }

  /// Uploads `content` with rubato-transfer, until it has ended.
  private func upload(
    _ content: [UInt8], to url: String, path: String? = nil,
    _ change: (inout TransferOrder) -> Void = { _ in }
  ) throws -> TransferState {
    try Data(content).write(to: URL(fileURLWithPath: "\(directory.path)/a"))
    let (descriptor, identity) = try FileIdentity.open("\(directory.path)/a")
    close(descriptor)
    let now = Int64(Date().timeIntervalSince1970)
    var order = TransferOrder(
      .upload, method: "PUT", url: url, file: identity, submitted: now, deadline: now + 600)
    change(&order)
    let transfer = try TransferDirectory.make(order, in: "\(directory.path)/transfers")
    return try transfer.carry(path: path)
  }

  /// A server that keeps `offset` bytes of an upload, which it then refuses once.
  private func keepingServer(_ offset: Int) throws -> SmallServer {
    try SmallServer { request in
      switch request.method {
      case "HEAD":
        return SmallServer.answer(204, ["Upload-Offset: \(offset)", "Upload-Complete: ?0"])
      case "PATCH": return SmallServer.answer(200, ["Upload-Complete: ?1"])
      default:
        let interim = "HTTP/1.1 104 X\r\nLocation: /rest/1/\r\n\r\n"
        return Array(interim.utf8) + SmallServer.answer(503)
      }
    }
  }

  /// Many servers refuse a body without a length.
  @Test func anEmptyFileHasItsLength() throws {
    let server = try SmallServer { _ in SmallServer.answer(200) }
    defer { server.stop() }
    #expect(try upload([], to: "\(server.url)/a").phase == .completed)
    let request = try #require(server.requests.first)
    #expect(request.headers["content-length"] == "0")
    #expect(request.headers["transfer-encoding"] == nil)
  }

  @Test(arguments: [0, 4, 10])
  func aRestHasOnlyItsOwnHeaders(offset: Int) throws {
    let whole = Array("0123456789".utf8)
    let server = try keepingServer(offset)
    defer { server.stop() }
    let state = try upload(whole, to: "\(server.url)/a") { order in
      order.headers = [
        TransferOrder.Header("Content-Type", "image/jpeg"),
        TransferOrder.Header("If-None-Match", "*"), TransferOrder.Header("Authorization", "a"),
      ]
    }
    #expect((state.phase, state.status) == (.completed, 200))
    #expect(server.requests.map(\.method) == ["PUT", "HEAD", "PATCH"])
    #expect(server.requests.map { $0.headers["authorization"] } == ["a", "a", "a"])
    #expect(server.requests.map { $0.headers["if-none-match"] } == ["*", nil, nil])
    #expect(
      server.requests.map { $0.headers["content-type"] } == [
        "image/jpeg", nil, "application/partial-upload",
      ])
    let rest = try #require(server.requests.last)
    #expect(rest.path == "/rest/1/" && rest.body == Array(whole[offset...]))
    #expect(rest.headers["content-length"] == "\(whole.count - offset)")
  }

  /// A proxy of SOCKS forwards the request to the server unchanged.
  @Test func aProxyOfSOCKSIsNoProxyOfHTTP() throws {
    // A curl that fails after it has read its configuration.
    let curl = URL(fileURLWithPath: "\(directory.path)/curl")
    let configuration = "\(directory.path)/configuration"
    try "#!/bin/sh\ncat >'\(configuration)'\nexit 60\n".write(
      to: curl, atomically: true, encoding: .utf8)
    try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: curl.path)
    let path = "\(directory.path):/usr/bin:/bin"
    _ = try upload([1], to: "http://host.invalid/in/", path: path) { order in
      order.proxy = "socks5h://127.0.0.1"
    }
    let lines = try String(contentsOfFile: configuration, encoding: .utf8).split(separator: "\n")
    #expect(lines.contains("request-target = \"/in/\""))
  }

  @Test(arguments: ["", "user:secret@"])
  func aProxyGetsTheHostOfADirectory(user: String) throws {
    let proxy = try SmallServer { _ in SmallServer.answer(200) }
    defer { proxy.stop() }
    let state = try upload([1], to: "http://\(user)host.invalid/in/?a=b") { $0.proxy = proxy.url }
    #expect(state.phase == .completed)
    #expect(proxy.requests.map(\.path) == ["http://host.invalid/in/?a=b"])
  }
}
