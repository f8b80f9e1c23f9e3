import BackgroundTasksTesting
import Dispatch
import Foundation
import Testing

/// Handlers that use queues, threads and timers: the result is the same each time.
@Suite(.enabled(if: Bench.followsQueues)) struct QueueTests {
  /// The ways in which a handler completes its task and submits the next one.
  enum Form: CaseIterable, Sendable {
    case swiftTask, globalQueue, mainQueueBehind, ownQueue, operations, group, workItem, hops
    case threadOfItsOwn, threadFromBefore, sourceOfEvents, detachedTask, timerBehind, timerInFront
  }

  private static let delegates = DispatchQueue(label: "com.example.feed.delegates")
  private static let operations = OperationQueue()
  private static let pool = DispatchQueue(label: "com.example.feed.pool", attributes: .concurrent)

  static func handle(_ task: BGTask, _ form: Form, _ server: Server) {
    nonisolated(unsafe) let task = task
    let end: @Sendable () -> Void = {
      task.setTaskCompleted(success: true)
      FeedApp.submit(after: 900)
    }
    let submit: @Sendable () -> Void = { FeedApp.submit(after: 900) }
    switch form {
    case .swiftTask: Task { end() }
    case .globalQueue: DispatchQueue.global().async(execute: end)
    case .mainQueueBehind:
      task.setTaskCompleted(success: true)
      DispatchQueue.main.async(execute: submit)
    case .ownQueue: delegates.async(execute: end)
    case .operations: operations.addOperation(end)
    case .group:
      let group = DispatchGroup()
      for _ in 1...3 { pool.async(group: group) {} }
      group.notify(queue: .main, execute: end)
    case .workItem: pool.async(execute: DispatchWorkItem(flags: .barrier, block: end))
    case .hops:
      task.setTaskCompleted(success: true)
      pool.async { DispatchQueue.main.async { delegates.async { Task { submit() } } } }
    case .threadOfItsOwn: Thread.detachNewThread(end)
    case .threadFromBefore, .sourceOfEvents: server.ask(form, end)
    case .detachedTask: Task.detached { end() }
    case .timerBehind:
      task.setTaskCompleted(success: true)
      DispatchQueue.main.asyncAfter(deadline: .now() + 3, execute: submit)
    case .timerInFront: pool.asyncAfter(deadline: .now() + 0.001, execute: end)
    }
  }

  /// The times at which a refresh began that submits itself again.
  private static func runs(_ form: Form, days: Int) async throws -> [Date] {
    let server = Server()
    defer { server.stop() }
    let app = FeedApp.app { handle($0, form, server) }
    return try await withBench(app) { bench in
      await bench.open()
      FeedApp.submit(after: 900)
      await bench.leave()
      await bench.advance(by: .seconds(days * 86_400))
      #expect(bench.runs.allSatisfy { $0.outcome == .completed })
      return bench.runs.map(\.started)
    }
  }

  private static let environment = ProcessInfo.processInfo.environment
  private static let forms = Form.allCases.filter {
    environment["FORM"] ?? "\($0)" == "\($0)" && $0 != .swiftTask
  }

  /// `ROUNDS=100 DAYS=5 FORM=globalQueue` is one form, for longer.
  @Test(arguments: forms) func theRunsAreThoseOfASwiftTask(_ form: Form) async throws {
    func number(_ name: String) -> Int? { Self.environment[name].flatMap { Int($0) } }
    let days = number("DAYS") ?? 1
    let expected = try await Self.runs(.swiftTask, days: days)
    #expect(expected.count > 40 * days)
    for _ in 1...(number("ROUNDS") ?? 1) {
      let runs = try await Self.runs(form, days: days)
      // This form submits three seconds later.
      #expect(runs == expected || form == .timerBehind && runs.count > 40 * days)
    }
    if days > 1 { print("\(form): \(expected.count) runs") }
  }
}

/// Answers on a thread that existed before any handler, and through an event of a pipe, as a session does.
final class Server: @unchecked Sendable {
  private let questions = DispatchSemaphore(value: 0)
  private let lock = NSLock()
  private var answers: [@Sendable () -> Void] = []
  private var isOver = false
  private let pipe = Pipe()
  private let events: any DispatchSourceRead

  init() {
    let queue = DispatchQueue(label: "com.example.feed.session")
    events = DispatchSource.makeReadSource(
      fileDescriptor: pipe.fileHandleForReading.fileDescriptor, queue: queue)
    let delegates = OperationQueue()
    delegates.maxConcurrentOperationCount = 1
    events.setEventHandler { [self] in
      _ = pipe.fileHandleForReading.availableData
      while let answer = take() { delegates.addOperation(answer) }
    }
    events.activate()
    Thread.detachNewThread { [self] in
      while true {
        questions.wait()
        guard let answer = take() else { return }
        answer()
      }
    }
  }

  func ask(_ form: QueueTests.Form, _ answer: @escaping @Sendable () -> Void) {
    lock.withLock { answers.append(answer) }
    if form == .threadFromBefore {
      questions.signal()
    } else {
      pipe.fileHandleForWriting.write(Data([1]))
    }
  }

  private func take() -> (@Sendable () -> Void)? {
    lock.withLock { answers.isEmpty ? nil : answers.removeFirst() }
  }

  func stop() {
    events.cancel()
    questions.signal()
  }
}
