import Foundation
import Testing

@testable import Transfers

/// Redirections of downloads with other methods than GET, with the real rubato-transfer and the real curl.
struct RedirectionTests {
  private let directory: TemporaryDirectory

  init() throws { directory = try TemporaryDirectory() }

  /// Downloads with rubato-transfer, until the transfer has ended. The path of its directory has an equals sign, which
  /// curl takes for one of a cookie.
  private func state(afterDownloadOf url: String, method: String) throws -> TransferState {
    let now = Int64(Date().timeIntervalSince1970)
    var order = TransferOrder(
      .download, method: method, url: url,
      headers: [
        TransferOrder.Header("Content-Type", "application/json"),
        TransferOrder.Header("Authorization", "a"), TransferOrder.Header("X-Part", "1"),
      ], submitted: now, deadline: now + 600)
    order.output = "\(directory.path)/b"
    let transfer = try TransferDirectory.make(order, in: "\(directory.path)/a=b")
    return try transfer.carry(path: nil)
  }

  private var content: [UInt8]? {
    (try? Data(contentsOf: URL(fileURLWithPath: "\(directory.path)/b"))).map(Array.init)
  }

  /// A server that redirects to `location`, and sets a cookie.
  private func server(_ status: Int, location: String) throws -> SmallServer {
    try SmallServer { request in
      request.path == "/film"
        ? SmallServer.answer(200, [], Array("film".utf8))
        : SmallServer.answer(
          status, ["Location: \(location)", "Set-Cookie: a=b"], Array("elsewhere".utf8))
    }
  }

  /// As in RFC 9110, section 15.4, and in the fetch standard of browsers.
  @Test(arguments: [
    (301, "POST", "GET"), (302, "POST", "GET"), (303, "POST", "GET"), (307, "POST", "POST"),
    (308, "POST", "POST"), (302, "PUT", "PUT"), (303, "PUT", "GET"), (303, "GET", "GET"),
  ])
  func theMethodFollowsTheStatus(status: Int, method: String, next: String) throws {
    let server = try server(status, location: "film")
    defer { server.stop() }
    let state = try state(afterDownloadOf: "\(server.url)/order", method: method)
    #expect(state.phase == .completed && state.url == "\(server.url)/film", "\(state)")
    #expect(content == Array("film".utf8))
    #expect(server.requests.map(\.method) == [method, next])
    let request = try #require(server.requests.last)
    #expect(request.headers["authorization"] == "a" && request.headers["x-part"] == "1")
    #expect(request.headers["cookie"] == "a=b")
    if next != method { #expect(request.headers["content-type"] == nil) }
  }

  @Test(arguments: [303, 307])
  func anotherServerGetsNoAuthorization(status: Int) throws {
    let other = try SmallServer { _ in SmallServer.answer(200, [], Array("film".utf8)) }
    defer { other.stop() }
    let server = try server(status, location: "\(other.url)/film")
    defer { server.stop() }
    #expect(
      try state(afterDownloadOf: "\(server.url)/order", method: "POST").phase == .completed)
    let request = try #require(other.requests.first)
    #expect(request.headers["authorization"] == nil && request.headers["x-part"] == "1")
  }

  @Test(arguments: [302, 307])
  func redirectionsWithoutEndHaveFailed(status: Int) throws {
    let server = try server(status, location: "/order")
    defer { server.stop() }
    let state = try state(afterDownloadOf: "\(server.url)/order", method: "POST")
    #expect((state.phase, state.code) == (.failed, .redirections))
    #expect(state.error == "the server has redirected more than 16 times")
    #expect(server.requests.count == 17)
  }
}
