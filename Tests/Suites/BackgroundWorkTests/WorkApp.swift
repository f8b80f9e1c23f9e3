import BackgroundTasksTesting
import BackgroundWork
import Foundation
import Synchronization

/// An app whose only work is a chain of steps, with its progress in a separate directory.
final class WorkApp: Sendable {
  static let identifier = "com.example.work.chain"

  private let directory = FileManager.default.temporaryDirectory.appending(
    path: "rubato-chain-\(UUID().uuidString)")
  private let begun = Mutex<[String]>([])
  private let ended = Mutex<[String]>([])
  let steps: Int
  let each: Duration
  let period: Duration?
  /// Called at the beginning of each step.
  private let inStep: @Sendable (String, _ attempt: Int) async throws -> Void

  init(
    steps: Int = 4, each: Duration = .seconds(5), period: Duration? = nil,
    inStep: @escaping @Sendable (String, Int) async throws -> Void = { _, _ in }
  ) throws {
    (self.steps, self.each, self.period, self.inStep) = (steps, each, period, inStep)
    try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(at: directory) }

  /// The steps that have begun, and the steps that have ended, in order.
  var log: (begun: [String], ended: [String]) { (begun.withLock { $0 }, ended.withLock { $0 }) }

  var file: URL { directory.appending(path: "progress.json") }

  var names: [String] { (1...steps).map { "step \($0)" } }

  func chain(_ clock: any Clock<Duration>) -> WorkChain {
    WorkChain(
      progress: file, repeats: period != nil, clock: clock,
      steps: names.map { name in WorkStep(name) { try await self.perform(name, clock) } })
  }

  private func perform(_ name: String, _ clock: any Clock<Duration>) async throws {
    let attempt = begun.withLock { begun in
      begun.append(name)
      return begun.count { $0 == name }
    }
    try await inStep(name, attempt)
    try await clock.sleep(for: each)
    ended.withLock { $0.append(name) }
  }

  var work: ScheduledWork {
    ScheduledWork(
      Self.identifier, .processing(), every: period, chain: chain(Bench.current.clock))
  }

  var bench: BenchApp {
    BenchApp(identifier: "com.example.work", permittedIdentifiers: [Self.identifier]) {
      self.start()
    } enterBackground: {
      self.start()
    }
  }

  private func start() {
    do {
      try work.start()
    } catch {
      print("not started: \(error)")
    }
  }
}
