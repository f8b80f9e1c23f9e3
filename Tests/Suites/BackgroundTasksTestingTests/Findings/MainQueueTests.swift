import Foundation
import Testing

@testable import BackgroundTasksTesting

/// Blocks of the main queue while the app is in the foreground.
@Suite struct MainQueueTests {
  /// Occupies the processor for this time.
  private static func compute(_ milliseconds: Int) {
    func used() -> Int {
      var time = timespec()
      clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
      return Int(time.tv_sec) * 1000 + Int(time.tv_nsec) / 1_000_000
    }
    let end = used() + milliseconds
    while used() < end {}
  }

  /// Runs a handler with this processor time `times` times, and returns the failures.
  private func failures(
    milliseconds: Int, times: Int = 2, isOpen: Bool = true, on queue: DispatchQueue? = .main
  ) async throws -> [BenchFailure] {
    let app = BenchApp(
      identifier: "com.example.feed", permittedIdentifiers: [FeedApp.refresh]
    ) {
      BGTaskScheduler.shared.register(forTaskWithIdentifier: FeedApp.refresh, using: queue) {
        @Sendable task in
        Self.compute(milliseconds)
        task.setTaskCompleted(success: true)
      }
    }
    return try await Bench.failures(of: app) { bench in
      await bench.open()
      if !isOpen { await bench.leave() }
      if !isOpen { await bench.launch() }
      for _ in 0..<times {
        FeedApp.submit(after: 900)
        try await bench.simulateLaunch(FeedApp.refresh)
        await bench.advance(by: .seconds(10))
      }
    }
  }

  @Test func aHandlerThatTakesFramesIsNamed() async throws {
    let found = try await failures(milliseconds: 60)
    #expect(found.map(\.kind) == [.blocksMain])
    let text = try #require(found.first?.message)
    #expect(text.contains("ms of processor time"), "\(text)")
    #expect(found.first?.location?.fileID.hasSuffix("MainQueueTests.swift") == true)
  }

  @Test func aSingleHandlerThatHangsIsNamed() async throws {
    #expect(try await failures(milliseconds: 800, times: 1).map(\.kind) == [.blocksMain])
  }

  @Test func shortOrRareWorkIsNotNamed() async throws {
    #expect(try await failures(milliseconds: 2) == [])
    #expect(try await failures(milliseconds: 60, times: 1) == [])
  }

  @Test func workInTheBackgroundOrOnAnotherQueueIsNotNamed() async throws {
    #expect(try await failures(milliseconds: 60, isOpen: false) == [])
    #expect(try await failures(milliseconds: 60, on: nil) == [])
  }

  // MARK: Times

  private func failures(after times: [BlockTimes]) -> [BenchFailure] {
    var state = BenchState(FeedApp.app(), BenchOptions())
    for times in times { state.note(times, ExecutionContext(process: 1, run: nil)) }
    return state.findings.failures
  }

  @Test func aBlockThatWaitsForAnythingButAProcessorHangs() {
    let hang = BlockTimes(processor: .zero, blocked: .milliseconds(300))
    #expect(failures(after: [hang]) == [])
    let found = failures(after: [hang, hang])
    #expect(found.map(\.kind) == [.blocksMain] && found.first?.identifier == "com.example.feed")
    let long = BlockTimes(processor: .zero, blocked: .seconds(1))
    #expect(failures(after: [long]).map(\.kind) == [.blocksMain])
  }

  @Test func aBlockWhoseWaitIsUnknownIsJudgedByItsProcessorTime() {
    let slow = BlockTimes(processor: .milliseconds(1), blocked: nil)
    #expect(failures(after: [slow, slow, slow]) == [])
  }
}
