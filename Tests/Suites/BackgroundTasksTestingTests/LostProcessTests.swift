import Foundation
import Testing

@testable import BackgroundTasksTesting

/// Apps that end or hold their process. The finding survives, and the other variants and tests continue.
@Suite struct LostProcessTests {
  private static let matrix = BenchMatrix(devices: [.new, .old, .hot], users: [.everyday])

  /// Returns the results of an app with a defective handler on an old phone.
  private func results(
    _ options: BenchOptions = BenchOptions(), _ bad: @escaping @Sendable () -> Void
  ) async throws -> BenchVariantResults {
    let app = FeedApp.app { task in
      if Bench.current.variant?.device == .old { bad() }
      task.setTaskCompleted(success: true)
    } launch: {
      FeedApp.submit(after: 1800)
    }
    return try await Bench.results(of: app, on: Self.matrix, options) { bench in
      await bench.advance(by: .seconds(86_400))
    }
  }

  @Test func aHandlerThatCrashesIsAFailureOfItsVariant() async throws {
    let results = try await results { fatalError("no page") }
    #expect(results.results.map(\.hasPassed) == [true, false, true])
    let failure = try #require(results.findings.first?.failure)
    #expect(failure.kind == .crashed)
    #expect(failure.identifier == FeedApp.refresh)
    #expect(failure.run != nil)
    #expect(failure.message.contains("no page"), "\(failure)")
    #expect(failure.location?.fileID.hasSuffix("FeedApp.swift") == true, "\(failure)")
    #expect(failure.timeline.last?.text.contains("handler") == true)
  }

  /// Output of the process before the variant is not reported as the cause.
  @Test func aCrashWithoutAMessageHasNone() async throws {
    let results = try await results { raise(SIGKILL) }
    let message = try #require(results.findings.first?.failure?.message)
    #expect(message.hasSuffix("in or after the call of this handler"))
  }

  @Test func aHandlerThatExitsIsAFailureOfItsVariant() async throws {
    let results = try await results { exit(3) }
    #expect(results.results.map(\.hasPassed) == [true, false, true])
    let failure = try #require(results.findings.first?.failure)
    #expect(failure.kind == .exited)
    #expect(failure.message.contains("code 3"), "\(failure)")
  }

  /// The bench notices that while it waits. The next variant has another process.
  @Test func aHandlerThatBlocksItsThreadDoesNotHoldTheOthers() async throws {
    let results = try await results(BenchOptions(life: .still, patience: .seconds(1))) {
      DispatchSemaphore(value: 0).wait()
    }
    #expect(results.results.map(\.hasPassed) == [true, false, true])
    #expect(results.results[1].failures.contains { $0.kind == .tookRealTime })
  }

  /// The handler works longer than a process may be without activity.
  @Test func aHandlerThatIsActiveForLongDoesNotBlock() async throws {
    let results = try await results(BenchOptions(life: .still, patience: .milliseconds(500))) {
      for _ in 1...20 {
        _ = DispatchSemaphore(value: 0).wait(timeout: .now() + .milliseconds(100))
        FeedApp.submit(after: 86_400)
      }
    }
    #expect(!results.findings.contains { $0.failure?.kind == .blocked }, "\(results)")
  }

  @Test func aLaunchThatNeverEndsIsAFailure() async throws {
    let app = FeedApp.app(launch: {
      if Bench.current.variant?.device == .old { DispatchSemaphore(value: 0).wait() }
    })
    let options = BenchOptions(life: .still, patience: .seconds(1))
    let results = try await Bench.results(of: app, on: Self.matrix, options) { bench in
      await bench.advance(by: .seconds(86_400))
    }
    #expect(results.results.map(\.hasPassed) == [true, false, true])
    let failure = try #require(results.findings.first?.failure)
    #expect(failure.kind == .blocked)
    #expect(failure.message.contains("launch"), "\(failure)")
  }

  @Test func oneBenchCanHaveAProcess() async throws {
    var options = BenchOptions()
    options.isolation = .process
    let app = FeedApp.app { _ in exit(0) }
    let error = await #expect(throws: BenchVariantFailures.self) {
      try await withBench(app, options) { bench in
        await bench.launch()
        FeedApp.submit(after: 60)
        try await bench.advance(toNextRun: FeedApp.refresh)
      }
    }
    #expect(error?.results.findings.map(\.failure?.kind) == [.exited])
    #expect(error.map { "\($0)" }?.contains("variants") == false)
  }

  /// The thread that starts the process may block signals.
  @Test func aSignalEndsTheProcessOfATest() throws {
    var (blocked, former) = (sigset_t(), sigset_t())
    sigemptyset(&blocked)
    sigaddset(&blocked, SIGTERM)
    pthread_sigmask(SIG_BLOCK, &blocked, &former)
    defer { pthread_sigmask(SIG_SETMASK, &former, nil) }
    let output = FileManager.default.temporaryDirectory.appending(path: "\(UUID())")
    let process = try TestProcess("/bin/sh", ["-c", "kill -TERM $$"], [:], output: output)
    guard case .crash(SIGTERM, _) = ProcessEnd(process.wait(), "") else {
      Issue.record("another end")
      return
    }
  }

  @Test func aProgramThatTheAppStartsRepeatsNoTest() async throws {
    let results = try await results {
      let isRepeated = TestRepetition.current != nil
      let names = ProcessInfo.processInfo.environment.keys.filter { $0.hasPrefix("RUBATO_BENCH_") }
      if isRepeated, names.allSatisfy({ !TestRepetition.Variable.all.contains($0) }) { exit(4) }
    }
    #expect(results.findings.first?.failure?.message.contains("code 4") == true)
  }

  private static let alone: BenchOptions = {
    var options = BenchOptions()
    options.isolation = .process
    return options
  }()

  @Test(.bench(FeedApp.app(), alone)) func aTraitCanGiveABenchAProcess() async throws {
    await Bench.current.launch()
    FeedApp.submit(after: 60)
    try await Bench.current.advance(toNextRun: FeedApp.refresh)
  }
}
