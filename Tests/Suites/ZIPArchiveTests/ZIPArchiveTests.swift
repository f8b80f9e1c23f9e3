import Foundation
import Testing

@testable import ZIPArchive

#if canImport(Glibc)
  import Glibc
#endif

/// Archives, as other programs read them.
@Suite struct ZIPArchiveTests {
  private final class Directory {
    let url = FileManager.default.temporaryDirectory.appending(
      path: "rubato-zip-\(UUID().uuidString)")

    init() throws {
      try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    }

    deinit { try? FileManager.default.removeItem(at: url) }

    func file(_ name: String, _ bytes: Data) throws -> ZIPEntry {
      let file = url.appending(path: name)
      try bytes.write(to: file)
      return ZIPEntry(file)
    }

    var archive: URL { url.appending(path: "archive.zip") }
    var names: [String] { (try? FileManager.default.contentsOfDirectory(atPath: url.path)) ?? [] }
  }

  /// Text that compresses, and bytes that do not.
  private static let text = Data(String(repeating: "a line of a log\n", count: 20_000).utf8)
  private static let noise = Data((0..<300_000).map { _ in UInt8.random(in: 0...255) })

  /// Returns the output of a program about the archive, and its exit status.
  private func ask(_ program: String, _ arguments: [String]) throws -> (String, Int32) {
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = [program] + arguments
    let pipe = Pipe()
    (process.standardOutput, process.standardError) = (pipe, pipe)
    try process.run()
    let data = try pipe.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    return (String(decoding: data, as: UTF8.self), process.terminationStatus)
  }

  /// Makes Python check each checksum, and compare each entry with its file.
  private func expectIsRead(_ archive: URL, _ entries: [ZIPEntry], method: Int) throws {
    let script = """
      import sys, zipfile
      archive, method, *pairs = sys.argv[1:]
      with zipfile.ZipFile(archive) as z:
          assert z.testzip() is None
          assert z.namelist() == pairs[0::2], z.namelist()
          for name, file in zip(pairs[0::2], pairs[1::2]):
              assert z.read(name) == open(file, 'rb').read(), name
              assert z.getinfo(name).compress_type == int(method), name
      """
    let pairs = entries.flatMap { [$0.name, $0.file.path] }
    let (text, status) = try ask("python3", ["-c", script, archive.path, "\(method)"] + pairs)
    #expect(status == 0, "\(text)")
    guard try ask("unzip", ["-v"]).1 == 0 else { return }
    let tested = try ask("unzip", ["-tq", archive.path])
    #expect(tested.1 == 0, "\(tested.0)")
  }

  /// The longest name of a file has 255 bytes, of which each of these characters takes three.
  @Test func anArchiveCanHaveALongName() throws {
    let directory = try Directory()
    let archive = directory.url.appending(path: String(repeating: "\u{6F22}", count: 84))
    let entry = try directory.file("a.log", Self.text)
    try ZIPArchive.write([entry], to: archive, allowUncompressedFallback: true)
    #expect(directory.names.count == 2)
  }

  @Test func filesAreDeflated() throws {
    let directory = try Directory()
    var entries = [
      try directory.file("log.txt", Self.text), try directory.file("noise", Self.noise),
      try directory.file("empty", Data()),
    ]
    entries[0].name = "logs/übersicht/log.txt"
    let summary = try ZIPArchive.write(entries, to: directory.archive)
    #expect(summary.isCompressed)
    #expect(summary.originalSize == UInt64(Self.text.count + Self.noise.count))
    #expect(summary.size < UInt64(Self.noise.count + 5_000))
    try expectIsRead(directory.archive, entries, method: 8)
    #expect(directory.names.count == 4)
  }

  @Test func anArchiveOfNothingIsRead() throws {
    let directory = try Directory()
    #expect(try ZIPArchive.write([], to: directory.archive).size == 22)
    let script = "import sys, zipfile; assert zipfile.ZipFile(sys.argv[1]).namelist() == []"
    #expect(try ask("python3", ["-c", script, directory.archive.path]).1 == 0)
  }

  @Test func withoutZlibItFailsAndSaysWhatToDo() throws {
    let directory = try Directory()
    let entry = try directory.file("log.txt", Self.text)
    let error = #expect(throws: ZIPError.self) {
      try ZIPArchive.pack(
        [entry], to: directory.archive, level: 6, allowUncompressedFallback: false,
        zlibProblem: "libz.so.1 cannot be loaded")
    }
    #expect(error?.code == .compressionUnavailable)
    #expect(error?.description.contains("zlib1g") == true)
    #expect(error?.description.contains("allowUncompressedFallback") == true)
    #expect(directory.names == ["log.txt"])
  }

  @Test func theFallbackStoresAndSaysSo() throws {
    let directory = try Directory()
    let entries = [
      try directory.file("log.txt", Self.text), try directory.file("empty", Data()),
    ]
    let summary = try ZIPArchive.pack(
      entries, to: directory.archive, level: 6, allowUncompressedFallback: true,
      zlibProblem: "none")
    #expect(!summary.isCompressed)
    #expect(summary.size > UInt64(Self.text.count))
    try expectIsRead(directory.archive, entries, method: 0)
  }

  @Test(arguments: [
    ZIPLimits(bytes: 1_000, entries: 65_535), ZIPLimits(bytes: 320_500, entries: 65_535),
    ZIPLimits(bytes: 10_000_000, entries: 2),
  ]) func largeArchivesAreOfZIP64(limits: ZIPLimits) throws {
    let directory = try Directory()
    let entries = [
      try directory.file("a", Self.noise), try directory.file("b", Self.text),
      try directory.file("c", Data("small".utf8)),
    ]
    _ = try ZIPArchive.pack(
      entries, to: directory.archive, level: 6, allowUncompressedFallback: false, zlibProblem: nil,
      limits: limits)
    try expectIsRead(directory.archive, entries, method: 8)
  }

  /// A slash and a mark after it are one character, but two in the file system.
  @Test(arguments: [
    "", "/etc/passwd", "../up", "a//b", "a/./b", "a\\b", "a\u{0}b", "a/", "../\u{301}up",
    "/\u{301}up", "a\\\u{301}b",
  ])
  func badNamesAreRefused(name: String) throws {
    let directory = try Directory()
    let entry = try directory.file("log.txt", Self.text)
    let error = #expect(throws: ZIPError.self) {
      try ZIPArchive.write([ZIPEntry(entry.file, as: name)], to: directory.archive)
    }
    #expect(error?.code == .badName)
    #expect(throws: ZIPError.self) { try ZIPArchive.write([entry, entry], to: directory.archive) }
    #expect(directory.names == ["log.txt"])
  }

  @Test func aFileThatIsGoneOrNoFileIsNamed() throws {
    let directory = try Directory()
    try Data("before".utf8).write(to: directory.archive)
    mkfifo(directory.url.appending(path: "pipe").path, 0o600)
    for name in ["gone", ".", "pipe"] {
      let entry = ZIPEntry(directory.url.appending(path: name), as: "x")
      let error = #expect(throws: ZIPError.self) {
        try ZIPArchive.write([entry], to: directory.archive)
      }
      #expect(error?.code == .unreadable, "\(name)")
      #expect(error?.systemError == (name == "gone" ? ENOENT : nil))
    }
    // The existing archive is unchanged, and no other file remains.
    #expect(try Data(contentsOf: directory.archive) == Data("before".utf8))
    #expect(directory.names.sorted() == ["archive.zip", "pipe"])
  }

  @Test func aStatusThatCannotBeReadIsNamed() throws {
    let error = #expect(throws: ZIPError.self) { try ZIPSource.status(of: -1, "log.txt") }
    #expect(error?.code == .unreadable && error?.systemError == EBADF)
    #expect(error?.description.hasPrefix("log.txt cannot be read: ") == true)
  }

  /// After the first close, another thread can have a descriptor with the same number.
  @Test func aFileThatIsRefusedIsClosedOnce() throws {
    let directory = try Directory()
    errno = 0
    let isOpened = (try? ZIPSource(directory.url)) != nil
    let code = errno
    #expect(!isOpened && code != EBADF)
  }

  @Test(arguments: [-1, 1]) func aFileThatChangesMeanwhileIsNamed(growth: Int) throws {
    let directory = try Directory()
    let entry = try directory.file("log.txt", Self.text)
    let source = try ZIPSource(entry.file)
    let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 1000, alignment: 1)
    defer { buffer.deallocate() }
    #expect(try source.read(into: buffer) == 1000)
    truncate(entry.file.path, Self.text.count + growth)
    let error = #expect(throws: ZIPError.self) {
      while try source.read(into: buffer) > 0 {}
    }
    #expect(error?.code == .changed)
  }

  @Test func aFullDiskIsNamed() throws {
    let directory = try Directory()
    let entry = try directory.file("noise", Self.noise)
    let full = open("/dev/full", O_WRONLY)
    let writer = ZIPWriter(ZIPOutput(descriptor: full, path: "/dev/full"), level: 6)
    let error = #expect(throws: ZIPError.self) { try writer.add(entry) }
    #expect(error?.code == .unwritable)
    #expect(error?.systemError == ENOSPC)
  }

  @Test func aDirectoryThatIsNotThereIsNamed() throws {
    let directory = try Directory()
    let entry = try directory.file("log.txt", Self.text)
    let error = #expect(throws: ZIPError.self) {
      try ZIPArchive.write([entry], to: directory.url.appending(path: "none/archive.zip"))
    }
    #expect(error?.systemError == ENOENT)
  }

  @Test func aCancelledTaskLeavesNothing() async throws {
    let directory = try Directory()
    let entry = try directory.file("noise", Self.noise)
    let archive = directory.archive
    let task = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      return try ZIPArchive.write([entry], to: archive)
    }
    await #expect(throws: CancellationError.self) { try await task.value }
    #expect(directory.names == ["noise"])
  }
}
