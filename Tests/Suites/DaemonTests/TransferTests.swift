import Foundation
import Testing

@testable import Transfers

/// Uploads and downloads, with a real daemon, the real curl, and a server with chosen failures.
struct TransferTests {
  private let directory: TemporaryDirectory
  private let daemon: ReadingDaemon

  init() throws {
    directory = try TemporaryDirectory()
    daemon = try ReadingDaemon(directory, sources: "none")
  }

  /// A slash and a mark after it are one character, but two in the file system.
  @Test func aDirectoryOfTransfersCanBeginWithAMark() {
    #expect(TransferDirectory(path: "/a/\u{301}b").id == "\u{301}b")
    #expect(TransferFile.parent(of: "/a/\u{301}b") == "/a")
  }

  private func run(_ arguments: [String]) throws -> Rubatoctl.Result {
    try Rubatoctl.run(
      arguments, by: daemon.process,
      environment: ["XDG_STATE_HOME": "\(directory.path)/home"])
  }

  private func file(_ name: String, bytes: Int = 300_000) throws -> [UInt8] {
    let content = (0..<bytes).map { UInt8(truncatingIfNeeded: $0 &* 31 &+ $0 >> 8) }
    try Data(content).write(to: URL(fileURLWithPath: "\(directory.path)/\(name)"))
    return content
  }

  private func content(_ name: String) -> [UInt8]? {
    (try? Data(contentsOf: URL(fileURLWithPath: "\(directory.path)/\(name)"))).map(Array.init)
  }

  @Test func aFileIsSentWithHeadersThatNobodySees() throws {
    let sent = try file("a")
    let secret = #"Bearer "x\y"#
    try directory.write("Authorization: \(secret)\n", to: "headers")
    let server = try SmallServer { _ in SmallServer.answer(201, [], Array("thanks".utf8)) }
    defer { server.stop() }
    let done = try run([
      "transfer", "--upload", "\(directory.path)/a", "\(server.url)/in/", "--method", "POST",
      "--header-file", "\(directory.path)/headers", "--wait", "--json",
    ])
    #expect(done.code == 0 && done.output.contains(#""status": 201"#), "\(done)")
    let request = try #require(server.requests.first)
    #expect(request.method == "POST" && request.path == "/in/" && request.body == sent)
    #expect(request.headers["authorization"] == secret)
    let told = try run(["list", "--json"]).output + run(["runs", "--json"]).output
    #expect(!told.contains("Bearer") && !told.contains(server.url), "\(told)")
  }

  @Test func whatAServerRefusesIsItsAnswer() throws {
    _ = try file("a", bytes: 10)
    let server = try SmallServer { _ in SmallServer.answer(403, [], Array("go away".utf8)) }
    defer { server.stop() }
    for words in [
      ["--upload", "\(directory.path)/a"], ["--download", "-o", "\(directory.path)/b"],
    ] {
      let done = try run(["transfer"] + words + ["\(server.url)/x", "--wait"])
      #expect(done.code == 1 && done.output.contains("The server answered 403"), "\(done)")
    }
    #expect(server.requests.count == 2 && content("b") == nil)
    let list = try run(["transfers", "--json"]).output
    let id = try #require(list.firstMatch(of: /"id": "([0-9a-f]{16})"/)).1
    #expect(try run(["transfers", String(id), "--body"]).output == "go away")
    #expect(try run(["transfers", "--forget"]).output == "Forgotten: 2.\n")
    #expect(try run(["transfers"]).output == "No transfers.\n")
  }

  /// Queues a download that does not start. Returns its id.
  private func waitingDownload() throws -> String {
    #expect(try run(["pause"]).code == 0)
    let queued = try run([
      "transfer", "--download", "http://127.0.0.1:9/x", "-o", "\(directory.path)/x", "--json",
    ])
    return String(try #require(queued.output.firstMatch(of: /"id": "([0-9a-f]{16})"/)).1)
  }

  @Test func aTransferThatIsCancelledBeforeItsFirstRunIsRemoved() throws {
    let id = try waitingDownload()
    #expect(try run(["cancel", "transfer-\(id)"]).code == 0)
    let listed = try run(["transfers"])
    #expect(listed.code == 0 && listed.output.contains("\(id)  removed"), "\(listed)")
    #expect(try run(["transfers", id]).output.contains("removed"))
    #expect(try run(["transfers", "--forget"]).output == "Forgotten: 1.\n")
  }

  @Test func transfersOfAnotherDaemonAreNeitherListedNorForgotten() throws {
    let id = try waitingDownload()
    let elsewhere = try TemporaryDirectory()
    let other = try ReadingDaemon(elsewhere, sources: "none")
    func transfers(_ arguments: String...) throws -> Rubatoctl.Result {
      try Rubatoctl.run(
        ["transfers"] + arguments, by: other.process,
        environment: ["XDG_STATE_HOME": "\(directory.path)/home"])
    }
    #expect(try transfers().output == "No transfers.\n")
    #expect(try transfers("--forget").output == "Forgotten: 0.\n")
    let refused = try transfers(id, "--forget")
    #expect(refused.code == 1 && refused.errors.contains("belongs to another daemon"), "\(refused)")
    #expect(refused.errors.contains("--socket \(directory.path)/socket"), "\(refused)")
    #expect(try run(["transfers"]).output.contains("\(id)  queued"))
  }

  @Test func aDownloadThatIsCutOffGoesOnFromThere() throws {
    let whole = try file("a")
    let server = try SmallServer { request in
      let tag = "ETag: \"1\""
      guard let range = request.headers["range"], request.headers["if-range"] == "\"1\"",
        let start = Int(range.dropFirst(6).dropLast())
      else {
        return Array(SmallServer.answer(200, [tag], whole).dropLast(100_000))
      }
      let place = "Content-Range: bytes \(start)-\(whole.count - 1)/\(whole.count)"
      return SmallServer.answer(206, [tag, place], Array(whole[start...]))
    }
    defer { server.stop() }
    let done = try run([
      "transfer", "--download", "\(server.url)/a", "-o", "\(directory.path)/b", "--wait",
    ])
    #expect(done.code == 0, "\(done)")
    #expect(content("b") == whole)
    #expect(server.requests.map { $0.headers["range"] } == [nil, "bytes=200000-"])
  }

  @Test func anotherVersionIsFetchedFromItsBeginning() throws {
    let (old, new) = (try file("a"), Array(try file("c").reversed()))
    let server = try SmallServer { request in
      request.number == 0
        ? Array(SmallServer.answer(200, ["ETag: \"1\""], old).dropLast(100_000))
        : SmallServer.answer(200, ["ETag: \"2\""], new)
    }
    defer { server.stop() }
    let done = try run([
      "transfer", "--download", "\(server.url)/a", "-o", "\(directory.path)/b", "--wait",
    ])
    #expect(done.code == 0 && content("b") == new, "\(done)")
    // The download was cut off, its rest was requested, and it completed once.
    #expect(server.requests.count == 3)
  }

  @Test func withoutAnInstallationTheMessageSaysWhereToLook() throws {
    let server = try SmallServer { _ in SmallServer.answer(200) }
    defer { server.stop() }
    let copy = "\(directory.path)/alone/rubatoctl"
    try FileManager.default.createDirectory(
      atPath: "\(directory.path)/alone", withIntermediateDirectories: false)
    try FileManager.default.copyItem(atPath: Rubatoctl.built.path, toPath: copy)
    let arguments = ["transfer", "--download", "\(server.url)/a", "-o", "\(directory.path)/b"]
    let home = ["XDG_STATE_HOME": "\(directory.path)/home"]
    let other = try Rubatoctl.run(
      arguments, by: daemon.process,
      environment: home.merging(["RUBATO_TRANSFER": "/nowhere/rubato-transfer"]) { $1 })
    #expect(
      other.code == 1 && other.errors.contains("RUBATO_TRANSFER '/nowhere/rubato-transfer' is not"),
      "\(other)")
    if access("/usr/libexec/rubato-transfer", X_OK) == 0 { return }
    let alone = try Rubatoctl.run(
      arguments, by: daemon.process, environment: home, as: URL(fileURLWithPath: copy))
    #expect(alone.code == 1 && alone.errors.contains("or set RUBATO_TRANSFER"), "\(alone)")
  }

  @Test func anUploadGoesOnWhereTheServerHasGotTo() throws {
    let whole = try file("a")
    let server = try SmallServer { request in
      switch request.method {
      case "HEAD":
        return SmallServer.answer(204, ["Upload-Offset: 120000", "Upload-Complete: ?0"])
      case "PATCH": return SmallServer.answer(200, ["Upload-Complete: ?1"])
      default:
        let interim = "HTTP/1.1 104 X\r\nLocation: /rest/1\r\n\r\n"
        return Array(interim.utf8) + SmallServer.answer(503, ["Retry-After: 1"])
      }
    }
    defer { server.stop() }
    let done = try run(["transfer", "--upload", "\(directory.path)/a", "\(server.url)/a", "--wait"])
    #expect(done.code == 0, "\(done)")
    #expect(server.requests.map(\.method) == ["PUT", "HEAD", "PATCH"])
    let rest = try #require(server.requests.last)
    #expect(rest.path == "/rest/1" && rest.body == Array(whole[120_000...]))
    #expect(rest.headers["upload-offset"] == "120000" && rest.headers["content-range"] == nil)
  }

  @Test func aFileThatChangesWhileItIsSentHasFailed() throws {
    let path = "\(directory.path)/a"
    _ = try file("a", bytes: 10)
    let server = try SmallServer { _ in
      try? Data("other".utf8).write(to: URL(fileURLWithPath: path))
      return SmallServer.answer(503)
    }
    defer { server.stop() }
    let done = try run(["transfer", "--upload", path, "\(server.url)/a", "--wait"])
    #expect(done.code == 1 && done.output.contains("has changed while it was sent"), "\(done)")
    // The failure is final.
    #expect(server.requests.count == 1)
  }

  @Test func aFileThatHasChangedIsNotOpenedAgain() throws {
    _ = try file("a", bytes: 10)
    let (descriptor, identity) = try FileIdentity.open("\(directory.path)/a")
    close(descriptor)
    close(try identity.reopen())
    _ = try file("a", bytes: 11)
    #expect(throws: TransferError.self) { try identity.reopen() }
  }

  /// A file with the same size and date in its place has another time of its last change.
  @Test func aFileThatWasMovedToThePathIsNotOpened() throws {
    let paths = ["\(directory.path)/a", "\(directory.path)/b"]
    let identities = try ["a", "b"].map { name in
      _ = try file(name, bytes: 10)
      let (descriptor, identity) = try FileIdentity.open("\(directory.path)/\(name)")
      close(descriptor)
      return identity
    }
    let second = Int(identities[0].modified / 1_000_000_000)
    let nanosecond = Int(identities[0].modified % 1_000_000_000)
    let date = timespec(tv_sec: second, tv_nsec: nanosecond)
    var status = stat()
    // Older kernels count times of changes in ticks of the clock, and both files may have the same one.
    repeat {
      try #require(utimensat(AT_FDCWD, paths[1], [date, date], 0) == 0)
      try #require(stat(paths[1], &status) == 0)
    } while Int64(status.st_ctim.tv_sec) * 1_000_000_000 + Int64(status.st_ctim.tv_nsec)
      == identities[0].changed
    #expect(rename(paths[1], paths[0]) == 0)
    #expect(throws: TransferError.self) { try identities[0].reopen() }
  }

  /// The kernel can assign other numbers to the device and the inode of an unchanged file when its
  /// file system is mounted again. Orders of earlier versions have both numbers.
  @Test func numbersOfTheKernelDoNotIdentifyAFile() throws {
    _ = try file("a", bytes: 10)
    let (descriptor, identity) = try FileIdentity.open("\(directory.path)/a")
    close(descriptor)
    let order = TransferOrder(
      .upload, method: "PUT", url: "http://host/a", file: identity, submitted: 1, deadline: 2)
    let stored = try TransferDirectory.make(order, in: "\(directory.path)/home/transfers")
    let written = try String(contentsOfFile: "\(stored.path)/order", encoding: .utf8)
    let earlier = written.replacing(#""path""#, with: #""device":1,"inode":2,"path""#)
    #expect(earlier != written)
    try Data(earlier.utf8).write(to: URL(fileURLWithPath: "\(stored.path)/order"))
    close(try #require(stored.order()?.file).reopen())
  }

  @Test(
    arguments: [
      ("ftp://host/a", "X: 1"), ("http:///a", "X: 1"), ("http://host/a\nb", "X: 1"),
      ("http://host/a\"b", "X: 1"), ("http://host/a", "X"), ("http://host/a", "X y: 1"),
      ("http://host/a", "Content-Length: 1"), ("http://host/a", "@/etc/passwd: 1"),
    ])
  func whatIsNoRequestIsRefused(url: String, header: String) throws {
    _ = try file("a", bytes: 10)
    let refused = try run([
      "transfer", "--upload", "\(directory.path)/a", url, "--header", header,
    ])
    #expect(refused.code == 1 && refused.errors.contains("is not allowed; use"), "\(refused)")
  }

  @Test func noValueLeavesItsQuotes() {
    #expect(CurlConfiguration.escaped("a\"b\\c\nd\re\tf") == #"a\"b\\c\nd\re\tf"#)
    var configuration = CurlConfiguration()
    configuration.set("url", "x\"\noutput = \"/etc/passwd")
    #expect(configuration.text.split(separator: "\n").count == 1)
  }
}
