import Foundation
import Testing

@testable import BackgroundWork

/// A chain and its file, without tasks.
@Suite struct ProgressTests {
  /// A chain with one step, in a directory that exists as long as the test.
  private func withFile(_ body: (URL) async throws -> Void) async throws {
    let directory = FileManager.default.temporaryDirectory.appending(
      path: "rubato-progress-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: directory) }
    try await body(directory.appending(path: "progress.json"))
  }

  private func chain(_ file: URL, boot: String = "1") -> WorkChain {
    var chain = WorkChain(progress: file, steps: [WorkStep("only") {}])
    chain.boot = { boot }
    return chain
  }

  private func leave(_ file: URL, attempts: Int, boot: String) throws {
    var progress = ChainProgress(run: "earlier")
    progress.attempt = .init(step: "only", count: attempts, isUnderway: true, boot: boot)
    try ProgressFile(url: file).write(progress)
  }

  @Test func theEndOfTheMachineCostsNoAttempt() async throws {
    try await withFile { file in
      try leave(file, attempts: 5, boot: "1")
      #expect(await chain(file, boot: "2").run().isCompleted)
    }
  }

  @Test func theEndOfTheProcessDoes() async throws {
    try await withFile { file in
      try leave(file, attempts: 5, boot: "1")
      #expect(await !chain(file).run().isCompleted)
    }
  }

  @Test func aDamagedFileBeginsAnew() async throws {
    try await withFile { file in
      try Data("{\"done\":[".utf8).write(to: file)
      #expect(await chain(file).run().isCompleted)
    }
  }

  @Test func withoutADirectoryNothingIsBegun() async throws {
    let file = URL(filePath: "/nonexistent/progress.json")
    guard case .progressLost(let error) = await chain(file).run() else {
      Issue.record("it ran")
      return
    }
    #expect((error as? FileError)?.code == ENOENT)
  }

  @Test func aLaterRunTakesOver() async throws {
    try await withFile { file in
      let later = chain(file)
      let steps = [
        WorkStep("only") { _ = await later.run() }, WorkStep("never") { Issue.record("it began") },
      ]
      let result = await WorkChain(progress: file, steps: steps).run()
      guard case .replaced = result else {
        Issue.record("\(result)")
        return
      }
    }
  }

  @Test func aStepThatIsDoneWhenItIsCancelledIsDone() async throws {
    try await withFile { file in
      let chain = WorkChain(
        progress: file,
        steps: [
          WorkStep("first") { withUnsafeCurrentTask { $0?.cancel() } }, WorkStep("second") {},
        ])
      #expect(await chain.run().isCompleted)
      let stopped = WorkChain(
        progress: file.appendingPathExtension("2"),
        steps: [WorkStep("first") {}, WorkStep("second") {}])
      let result = await Task {
        withUnsafeCurrentTask { $0?.cancel() }
        return await stopped.run()
      }.value
      guard case .stopped(at: "first") = result else {
        Issue.record("\(result)")
        return
      }
      #expect(await stopped.run().isCompleted)
      try stopped.reset()
      #expect(try stopped.done.isEmpty)
    }
  }
}
