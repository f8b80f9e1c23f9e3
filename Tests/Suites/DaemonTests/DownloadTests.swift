import Foundation
import Testing

@testable import Transfers

/// Downloads that a server answers in parts, with the real rubato-transfer and the real curl.
struct DownloadTests {
  private let directory: TemporaryDirectory
  private let whole = (0..<300_000).map { UInt8(truncatingIfNeeded: $0 &* 31 &+ $0 >> 8) }

  init() throws { directory = try TemporaryDirectory() }

  /// Downloads with rubato-transfer, until the transfer has ended.
  ///
  /// - Parameter path: As of `TransferDirectory.carry`.
  private func state(
    afterDownloadOf url: String, _ headers: [TransferOrder.Header] = [], path: String? = nil,
    proxy: String? = nil
  ) throws -> TransferState {
    let now = Int64(Date().timeIntervalSince1970)
    var order = TransferOrder(
      .download, method: "GET", url: url, submitted: now, deadline: now + 600)
    order.output = "\(directory.path)/b"
    order.headers = headers
    order.proxy = proxy
    let transfer = try TransferDirectory.make(order, in: "\(directory.path)/transfers")
    return try transfer.carry(path: path)
  }

  private var content: [UInt8]? {
    (try? Data(contentsOf: URL(fileURLWithPath: "\(directory.path)/b"))).map(Array.init)
  }

  @Test(arguments: [("https", "=https"), ("HTTPS", "=https"), ("http", "=http,https")])
  func redirectionsOfHTTPSLeadOnlyToHTTPS(scheme: String, protocols: String) throws {
    // A curl that fails after it has read its configuration.
    let curl = URL(fileURLWithPath: "\(directory.path)/curl")
    let configuration = "\(directory.path)/configuration"
    try "#!/bin/sh\ncat >'\(configuration)'\nexit 60\n".write(
      to: curl, atomically: true, encoding: .utf8)
    try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: curl.path)
    _ = try state(
      afterDownloadOf: "\(scheme)://127.0.0.1/a", path: "\(directory.path):/usr/bin:/bin")
    let lines = try String(contentsOfFile: configuration, encoding: .utf8).split(separator: "\n")
    #expect(lines.filter { $0.contains("proto-redir") } == ["proto-redir = \"\(protocols)\""])
  }

  /// The request named no range: four bytes are not the file.
  @Test(arguments: [
    ["Content-Range: bytes 0-3/999999999999"], ["Content-Range: bytes 4-7/8"],
    ["Content-Range: bytes 0-9/10"], ["Content-Range: bytes */4"], ["Content-Range: 0-3/4"], [],
  ])
  func aPartThatWasNotAskedForIsNoDownload(headers: [String]) throws {
    let server = try SmallServer { _ in SmallServer.answer(206, headers, Array("four".utf8)) }
    defer { server.stop() }
    let state = try state(afterDownloadOf: "\(server.url)/a")
    #expect((state.phase, state.code) == (.failed, .badResponse))
    #expect(content == nil)
    #expect(server.requests.count == 1)
  }

  @Test func aPartThatIsAllThereIsCompletes() throws {
    let server = try SmallServer { _ in
      SmallServer.answer(206, ["Content-Range: bytes 0-3/4"], Array("four".utf8))
    }
    defer { server.stop() }
    #expect(try state(afterDownloadOf: "\(server.url)/a").phase == .completed)
    #expect(content == Array("four".utf8))
  }

  @Test(arguments: ["200", "206"])
  func lessThanTheHeadSaysIsFetchedOn(status: String) throws {
    let whole = whole
    let server = try SmallServer { request in
      let tag = "ETag: \"1\""
      guard let start = request.rangeStart else {
        let place = "Content-Range: bytes 0-\(whole.count - 1)/\(whole.count)"
        let answer =
          status == "206"
          ? SmallServer.answer(206, [tag, place], whole) : SmallServer.answer(200, [tag], whole)
        return Array(answer.dropLast(100_000))
      }
      let end = min(start + 60_000, whole.count)
      let place = "Content-Range: bytes \(start)-\(end - 1)/\(whole.count)"
      return SmallServer.answer(206, [tag, place], Array(whole[start..<end]))
    }
    defer { server.stop() }
    #expect(try state(afterDownloadOf: "\(server.url)/a").phase == .completed)
    #expect(content == whole)
    #expect(server.requests.map(\.rangeStart) == [nil, 200_000, 260_000])
  }

  /// The first request for the rest is redirected to a port without a server.
  @Test func aPartSurvivesARedirectionToAnUnreachableServer() throws {
    let whole = whole
    let server = try SmallServer { request in
      let tag = "ETag: \"1\""
      guard let start = request.rangeStart else {
        return Array(SmallServer.answer(200, [tag], whole).dropLast(100_000))
      }
      if request.number == 1 {
        return SmallServer.answer(302, ["Location: http://127.0.0.1:9/a"])
      }
      let place = "Content-Range: bytes \(start)-\(whole.count - 1)/\(whole.count)"
      return SmallServer.answer(206, [tag, place], Array(whole[start...]))
    }
    defer { server.stop() }
    #expect(try state(afterDownloadOf: "\(server.url)/a").phase == .completed)
    #expect(content == whole)
    #expect(server.requests.map(\.rangeStart) == [nil, 200_000, 200_000])
  }

  /// The answer of a proxy to CONNECT, which is not one of the server.
  @Test(arguments: [(407, "since it requires a user"), (403, "queue the transfer again")])
  func aProxyThatRefusesTheServerEndsTheTransfer(status: Int, text: String) throws {
    let proxy = try SmallServer { _ in
      SmallServer.answer(status, ["Proxy-Authenticate: Basic realm=\"a\""])
    }
    defer { proxy.stop() }
    let state = try state(afterDownloadOf: "https://host.invalid/a", proxy: proxy.url)
    #expect((state.phase, state.code, state.status) == (.failed, .proxy, nil))
    #expect(state.error?.contains("with status \(status)") == true, "\(state)")
    #expect(state.error?.contains(text) == true, "\(state)")
    #expect(proxy.requests.map(\.method) == ["CONNECT"])
  }

  @Test func aProxyThatIsBusyIsAskedAgain() throws {
    let proxy = try SmallServer { request in
      SmallServer.answer(request.number == 0 ? 503 : 407)
    }
    defer { proxy.stop() }
    #expect(
      try state(afterDownloadOf: "https://host.invalid/a", proxy: proxy.url).code == .proxy)
    #expect(proxy.requests.count == 2)
  }

  /// A server that sends the file only with the cookie that its redirection sets.
  @Test func theCookieOfARedirectionIsSentBack() throws {
    let server = try SmallServer { request in
      request.headers["cookie"] == "a=b"
        ? SmallServer.answer(200, [], Array("film".utf8))
        : SmallServer.answer(302, ["Location: /film", "Set-Cookie: a=b"])
    }
    defer { server.stop() }
    #expect(try state(afterDownloadOf: "\(server.url)/film").phase == .completed)
    #expect(content == Array("film".utf8) && server.requests.count == 2)
  }

  /// A second header would contain the cookie of the redirection.
  @Test func aCookieOfTheOrderIsSentAlone() throws {
    let server = try SmallServer { request in
      request.path == "/b"
        ? SmallServer.answer(200, [], Array("film".utf8))
        : SmallServer.answer(302, ["Location: /b", "Set-Cookie: a=b"])
    }
    defer { server.stop() }
    let header = TransferOrder.Header("cookie", "c=d")
    #expect(try state(afterDownloadOf: "\(server.url)/a", [header]).phase == .completed)
    #expect(server.requests.map { $0.headers["cookie"] } == ["c=d", "c=d"])
  }

  /// `tm_year` of timegm(3) counts from 1900.
  @Test func anImpossibleYearIsIgnored() throws {
    let server = try SmallServer { _ in
      SmallServer.answer(503, ["Retry-After: Sun, 06 Nov \(Int32.min) 08:49:37 GMT"])
    }
    defer { server.stop() }
    let state = try state(afterDownloadOf: "\(server.url)/a")
    #expect(state.error == "the server answered 503" && state.notBefore == nil)
  }

  /// The rest has another version, although the server was asked for this version; begins at another place; is longer
  /// than announced; is empty; or is no part at all.
  @Test(arguments: ["version", "elsewhere", "longer", "empty", "416", "200"])
  func aRestThatDoesNotFitIsFetchedWithAllBeforeIt(_ kind: String) throws {
    let whole = whole
    let server = try SmallServer { request in
      guard let start = request.rangeStart else {
        let answer = SmallServer.answer(200, ["ETag: \"1\""], whole)
        return request.number == 0 ? Array(answer.dropLast(100_000)) : answer
      }
      let other = [UInt8](repeating: 0, count: whole.count - start)
      func headers(_ first: Int, version: Int = 1) -> [String] {
        ["ETag: \"\(version)\"", "Content-Range: bytes \(first)-\(whole.count - 1)/\(whole.count)"]
      }
      return switch kind {
      case "version": SmallServer.answer(206, headers(start, version: 2), other)
      case "elsewhere": SmallServer.answer(206, headers(start + 1), other)
      case "longer": SmallServer.answer(206, headers(start), other + [0])
      case "empty": SmallServer.answer(206, headers(start))
      case "416": SmallServer.answer(416, ["Content-Range: bytes */\(start)"])
      default: SmallServer.answer(200, ["ETag: \"1\""], whole)
      }
    }
    defer { server.stop() }
    #expect(try state(afterDownloadOf: "\(server.url)/a").phase == .completed)
    #expect(content == whole)
    #expect(server.requests.map(\.rangeStart) == [nil, 200_000, nil])
  }
}

extension SmallServer.Request {
  /// The beginning of the requested range.
  fileprivate var rangeStart: Int? {
    headers["range"].flatMap { Int($0.dropFirst("bytes=".count).dropLast()) }
  }
}
