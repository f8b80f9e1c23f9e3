import Foundation
import Testing

@testable import BackgroundTasksTesting

/// The parts of a failure: its code, its place, its timeline, the consequence and the suggestion.
@Suite struct FailurePlaceTests {
  private static let registrationLine = #line + 6
  private static let submissionLine = #line + 10

  private static let app = BenchApp(
    identifier: "com.example.feed", permittedIdentifiers: [FeedApp.refresh]
  ) {
    BGTaskScheduler.shared.register(forTaskWithIdentifier: FeedApp.refresh, using: nil) { task in
      task.setTaskCompleted(success: true)
      task.setTaskCompleted(success: true)
      let request = BGAppRefreshTaskRequest(identifier: FeedApp.refresh)
      request.earliestBeginDate = Date(timeIntervalSinceNow: 30 * 86_400)
      try? BGTaskScheduler.shared.submit(request)
    }
  }

  private func failures() async throws -> [BenchFailure] {
    try await Bench.failures(of: Self.app) { bench in
      await bench.open()
      FeedApp.submit(after: 900)
      await bench.leave()
      try await bench.advance(toNextRun: FeedApp.refresh)
    }
  }

  @Test func aFailureNamesTheLineOfTheHandlerOrOfTheSubmission() async throws {
    let found = try await failures()
    let file = "BackgroundTasksTestingTests/FailurePlaceTests.swift"
    let twice = try #require(found.first { $0.kind == .completedTwice }?.location)
    #expect(twice.fileID == file && twice.filePath == #filePath)
    #expect(twice.line == Self.registrationLine)
    let late = try #require(found.first { $0.kind == .tooLate }?.location)
    #expect(late.fileID == file && late.line == Self.submissionLine)
    #expect(found.count == 2)
  }

  @Test func aReferenceToTheMethodHasNoPlace() async throws {
    let app = BenchApp(
      identifier: "com.example.feed", permittedIdentifiers: [FeedApp.refresh]
    ) {
      let register = BGTaskScheduler.shared.register(forTaskWithIdentifier:using:launchHandler:)
      _ = register(FeedApp.refresh, nil) { task in
        task.setTaskCompleted(success: true)
        task.setTaskCompleted(success: true)
      }
    }
    let found = try await Bench.failures(of: app) { bench in
      await bench.open()
      let submit: (BGTaskRequest) throws -> Void = BGTaskScheduler.shared.submit(_:)
      let request = BGAppRefreshTaskRequest(identifier: FeedApp.refresh)
      request.earliestBeginDate = Date(timeIntervalSinceNow: 900)
      try submit(request)
      await bench.leave()
      try await bench.advance(toNextRun: FeedApp.refresh)
    }
    #expect(found.map(\.kind) == [.completedTwice])
    #expect(found.first?.location == nil)
  }

  @Test func theTimelineBeginsWithTheSubmission() async throws {
    let failure = try #require(try await failures().first)
    let texts = failure.timeline.map(\.text)
    #expect(texts.count <= 5)
    #expect(texts.first == "submitted, to begin in 15 min or later")
    let run = try #require(failure.run)
    #expect(texts.contains("run \(run) began"), "\(texts)")
    #expect(texts.contains("run \(run) was completed, success: true"), "\(texts)")
    #expect(failure.timeline.map(\.date) == failure.timeline.map(\.date).sorted())
  }

  @Test func theTextHasEachPartOnALineOfItsOwn() async throws {
    let failure = try #require(try await failures().first)
    let lines = failure.description.split(separator: "\n").map(String.init)
    #expect(lines.count == failure.timeline.count + 4)
    #expect(lines[0].hasPrefix(FeedApp.refresh) && lines[0].hasSuffix("[completedTwice]"))
    #expect(lines[1] == "  at \(try #require(failure.location))")
    #expect(lines[lines.count - 2].hasPrefix("  On a phone: "))
    #expect(lines[lines.count - 1].hasPrefix("  Suggestion: call setTaskCompleted"))
  }

  @Test func failuresOfManyRunsAreDescribedOnce() {
    let two = [BenchFailure.sample(.starves), .sample(.starves), .sample(.starves, line: 9)]
    let text = BenchFailures(failures: two).description
    #expect(text.ranges(of: "[starves]").count == 2)
    #expect(text.ranges(of: "Found 2 times.").count == 1)
  }

  @Test func aFailureCrossesABorderOfProcessesAsJSON() async throws {
    let found = try await failures()
    let data = try JSONEncoder().encode(found)
    #expect(try JSONDecoder().decode([BenchFailure].self, from: data) == found)
  }

  @Test(arguments: BenchFailure.Kind.allCases)
  func eachKindHasATextForPhonesAndARemedy(kind: BenchFailure.Kind) throws {
    let failure = BenchFailure.sample(kind)
    #expect(!failure.onAPhone.isEmpty && failure.onAPhone.last != ".")
    let verb = try #require(failure.suggestion.first)
    #expect(verb.isLowercase && failure.suggestion.last != ".")
    #expect(failure.code == "\(kind)")
  }
}
