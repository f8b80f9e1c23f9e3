import Control
import Foundation
import Glibc
import Testing

/// `--output` with other paths than those of regular files.
struct OutputFileTests {
  private static let verbs = [["metrics"], ["export"]]

  private let directory: TemporaryDirectory
  private let daemon: DaemonProcess

  init() throws {
    directory = try TemporaryDirectory()
    daemon = try DaemonProcess(directory)
  }

  private func path(_ name: String) -> String { "\(directory.path)/\(name)" }

  private func run(_ verb: [String], _ path: String) throws -> Rubatoctl.Result {
    try Rubatoctl.run(verb + ["--output", path], by: daemon)
  }

  @Test(arguments: verbs) func aPipeIsWrittenAndStays(verb: [String]) throws {
    let pipe = path("pipe")
    #expect(mkfifo(pipe, 0o600) == 0)
    // Without a reader, the writer would wait for one.
    let reader = open(pipe, O_RDONLY | O_NONBLOCK)
    defer { close(reader) }
    let written = try run(verb, pipe)
    #expect(written.code == 0 && written.output.isEmpty, "\(written)")
    var bytes = [UInt8](repeating: 0, count: 65_536)
    let count = read(reader, &bytes, bytes.count)
    #expect(count > 0 && bytes[0] == UInt8(ascii: "#"))
    var status = stat()
    #expect(lstat(pipe, &status) == 0 && status.st_mode & S_IFMT == S_IFIFO)
    let standardOutput = try run(verb, "/dev/stdout")
    #expect(standardOutput.code == 0 && standardOutput.output.hasPrefix("#"), "\(standardOutput)")
  }

  @Test(arguments: verbs) func theFileBehindALinkIsReplaced(verb: [String]) throws {
    let files = FileManager.default
    try files.createDirectory(atPath: path("files"), withIntermediateDirectories: true)
    try files.createSymbolicLink(atPath: path("link"), withDestinationPath: "files/second")
    try files.createSymbolicLink(atPath: path("files/second"), withDestinationPath: path("target"))
    // Without its target, and with it.
    for _ in 0..<2 {
      let written = try run(verb, path("link"))
      #expect(written.code == 0, "\(written)")
      #expect(try files.destinationOfSymbolicLink(atPath: path("link")) == "files/second")
      #expect(try String(contentsOfFile: path("target"), encoding: .utf8).hasPrefix("#"))
    }
    try files.removeItem(atPath: path("files/second"))
    try files.createSymbolicLink(atPath: path("files/second"), withDestinationPath: path("link"))
    let circular = try run(verb, path("link"))
    #expect(circular.code == 1 && circular.errors.contains("cannot write"), "\(circular)")
  }

  @Test(.enabled(if: geteuid() == 0), arguments: verbs)
  func aLinkOfAnotherUserIsRefused(verb: [String]) throws {
    try FileManager.default.createSymbolicLink(
      atPath: path("link"), withDestinationPath: path("target"))
    #expect(lchown(path("link"), 65_534, 65_534) == 0)
    let refused = try run(verb, path("link"))
    #expect(refused.code == 1 && refused.errors.contains("link of another user"), "\(refused)")
    #expect(!FileManager.default.fileExists(atPath: path("target")))
  }

  @Test func aDownloadLeadsToTheFileBehindALink() throws {
    try FileManager.default.createSymbolicLink(
      atPath: path("link"), withDestinationPath: path("target"))
    let server = try SmallServer { _ in SmallServer.answer(200, [], Array("four".utf8)) }
    defer { server.stop() }
    let words = ["transfer", "--download", "\(server.url)/a", "--output", path("link"), "--wait"]
    let environment = ["XDG_STATE_HOME": path("home")]
    let reading = try ReadingDaemon(try TemporaryDirectory(), sources: "none")
    let done = try Rubatoctl.run(words, by: reading.process, environment: environment)
    #expect(done.code == 0, "\(done)")
    #expect(try String(contentsOfFile: path("target"), encoding: .utf8) == "four")
    #expect(mkfifo(path("pipe"), 0o600) == 0)
    let pipe = try Rubatoctl.run(
      words.map { $0 == path("link") ? path("pipe") : $0 }, by: reading.process,
      environment: environment)
    #expect(pipe.code == 1 && pipe.errors.contains("is not a regular file"), "\(pipe)")
  }
}
