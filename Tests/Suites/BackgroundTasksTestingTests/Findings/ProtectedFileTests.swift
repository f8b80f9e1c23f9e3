import Foundation
import Testing

@testable import BackgroundTasksTesting

/// Files with complete protection, which code of a run cannot open while the device is locked.
@Suite(.enabled(if: FileProtection.isGuarded)) struct ProtectedFileTests {
  private let directory: URL
  private var file: URL { directory.appending(path: "private.db") }

  init() throws {
    directory = FileManager.default.temporaryDirectory.appending(path: "\(UUID())")
    try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
    try Data("secret".utf8).write(to: file)
  }

  /// Runs a handler that reads a file, and returns the failures and the contents that were read.
  private func read(
    _ path: URL, whileInUse isInUse: Bool = false, protects: Bool = true
  ) async throws -> (found: [BenchFailure], texts: [String]) {
    let texts = Texts()
    let app = FeedApp.app { task in
      nonisolated(unsafe) let task = task
      Task {
        texts.add((try? String(contentsOf: path, encoding: .utf8)) ?? "refused")
        task.setTaskCompleted(success: true)
      }
    }
    var options = BenchOptions()
    if protects { options.protectedDirectories = [directory] }
    let found = try await Bench.failures(of: app, options) { bench in
      await bench.launch()
      await bench.set(.inUse(isInUse))
      FeedApp.submit(after: 900)
      try await bench.simulateLaunch(FeedApp.refresh)
      await bench.advance(by: .seconds(10))
      // The test itself can read the file.
      #expect(try String(contentsOf: file, encoding: .utf8) == "secret")
    }
    return (found, texts.all)
  }

  @Test func aRunThatReadsWhileTheDeviceIsLockedIsRefusedAndNamed() async throws {
    let (found, texts) = try await read(file)
    #expect(texts == ["refused"])
    #expect(found.map(\.kind) == [.readsBeforeUnlock])
    #expect(found.first?.message.contains("private.db") == true && found.first?.run != nil)
  }

  @Test func aRunWhileTheDeviceIsInUseReads() async throws {
    let (found, texts) = try await read(file, whileInUse: true)
    #expect(texts == ["secret"] && found == [])
  }

  @Test func otherFilesAreNotProtected() async throws {
    let (found, texts) = try await read(file, protects: false)
    #expect(texts == ["secret"] && found == [])
    let other = directory.deletingLastPathComponent().appending(path: "\(UUID())-other")
    try Data("public".utf8).write(to: other)
    let (none, publicTexts) = try await read(other)
    #expect(publicTexts == ["public"] && none == [])
  }

  @Test func theErrorIsThatOfAPhone() async throws {
    let codes = Texts()
    let path = file.path
    let app = FeedApp.app { task in
      let descriptor = open(path, O_RDONLY)
      codes.add(descriptor < 0 && errno == EPERM ? "EPERM" : "\(descriptor)")
      task.setTaskCompleted(success: true)
    }
    var options = BenchOptions()
    options.protectedDirectories = [directory]
    _ = try await Bench.failures(of: app, options) { bench in
      await bench.launch()
      FeedApp.submit(after: 900)
      try await bench.simulateLaunch(FeedApp.refresh)
    }
    #expect(codes.all == ["EPERM"])
  }
}

/// Texts that any thread can add.
private final class Texts: @unchecked Sendable {
  private let lock = NSLock()
  private var list: [String] = []

  var all: [String] { lock.withLock { list } }

  func add(_ text: String) { lock.withLock { list.append(text) } }
}
