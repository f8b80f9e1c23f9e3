import Foundation
import Testing

@testable import BackgroundTasksTesting

/// A test with many devices and users, each in a separate process.
@Suite struct MatrixTests {
  private static let small = BenchMatrix(devices: [.new, .old], users: [.everyday, .nightShift])

  /// An app that is refreshed repeatedly.
  private static func app(_ handler: @escaping FeedApp.Handler) -> BenchApp {
    FeedApp.app(again: 1800, handler, launch: { FeedApp.submit(after: 1800) })
  }

  private static let faultless = app { $0.setTaskCompleted(success: true) }

  @Test(.bench(faultless, on: small)) func aTraitGivesEachVariantItsBench() async {
    let bench = Bench.current
    await bench.advance(by: .seconds(2 * 86_400))
    #expect(bench.variant != nil)
    #expect(!bench.runs.isEmpty)
  }

  @Test(arguments: ["first", "second"]) func eachCaseOfATestHasItsOwnProcesses(name: String)
    async throws
  {
    let app = Self.app { $0.setTaskCompleted(success: name == "first") }
    let results = try await Bench.results(of: app, on: Self.small) { bench in
      await bench.advance(by: .seconds(86_400))
    }
    let outcomes = Set(results.results.flatMap { $0.outcomes.values.flatMap(\.keys) })
    #expect(outcomes == [name == "first" ? "completed" : "failed"])
  }

  /// The results are also the same if all runs are in this process.
  @Test func theResultsDependNeitherOnTheOrderNorOnTheProcesses() async throws {
    // The number of successes depends on the second of each run.
    let app = Self.app { task in
      let seconds = Bench.current.date.timeIntervalSince1970
      task.setTaskCompleted(success: seconds.truncatingRemainder(dividingBy: 2) < 1)
    }
    typealias Outcomes = [BenchVariant: [String: Int]]
    func results(_ matrix: BenchMatrix, processes: Int) async throws -> Outcomes {
      var matrix = matrix
      matrix.processes = processes
      let results = try await Bench.results(of: app, on: matrix) { bench in
        await bench.advance(by: .seconds(2 * 86_400))
      }
      #expect(results.hasPassed)
      let pairs = results.results.map { ($0.variant, $0.outcomes[FeedApp.refresh] ?? [:]) }
      return Dictionary(uniqueKeysWithValues: try pairs.map { (try #require($0.0), $0.1) })
    }
    let forward = BenchMatrix(
      devices: [.new, .slow], users: [.everyday, .heavy])
    let backward = BenchMatrix(
      devices: [.slow, .new], users: [.heavy, .everyday])
    let expected = try await results(forward, processes: 1)
    #expect(expected.count == 4)
    #expect(Set(expected.values).count > 1)
    #expect(try await results(backward, processes: 3) == expected)
    #expect(try await results(backward, processes: 0) == expected)
  }

  /// Calls on one line. The code between them needs their results.
  @Test func eachCallInALineHasItsOwnAppAndItsOwnMatrix() async throws {
    let outcome = { (success: Bool) in success ? "completed" : "failed" }
    for (success, devices) in [
      (true, [BenchDevice.new, .old]), (false, [.hot]), (true, [.old]),
    ] {
      let matrix = BenchMatrix(devices: devices, users: [.everyday])
      let app = Self.app { $0.setTaskCompleted(success: success) }
      let results = try await Bench.results(of: app, on: matrix) { bench in
        await bench.advance(by: .seconds(86_400))
      }
      #expect(results.results.map(\.variant?.device) == devices)
      let first = try #require(results.results.first)
      #expect(first.outcomes[FeedApp.refresh].map { Array($0.keys) } == [outcome(success)])
    }
  }

  @Test func anotherMatrixInTheRepeatedTestIsAnError() async throws {
    let isRepeated = TestRepetition.current != nil
    let matrix = BenchMatrix(devices: [isRepeated ? .old : .new], users: [.everyday])
    let error = await #expect(throws: BenchError.self) {
      try await Bench.results(of: Self.faultless, on: matrix) { await $0.launch() }
    }
    #expect(error.map { "\($0)".contains("another matrix") } == true)
  }

  @Test func aFindingCountsItsVariants() async throws {
    let app = Self.app { task in
      task.setTaskCompleted(success: true)
      if Bench.current.variant?.user == .nightShift { task.setTaskCompleted(success: true) }
    }
    let results = try await Bench.results(of: app, on: Self.small) { bench in
      await bench.advance(by: .seconds(2 * 86_400))
      #expect(bench.variant?.device != .old, "an old phone")
    }
    let (twice, check) = (results.findings.first, results.findings.last)
    #expect(results.findings.count == 2)
    #expect(twice?.failure?.kind == .completedTwice)
    #expect(twice?.variants.map(\.user) == [.nightShift, .nightShift])
    #expect(twice?.variants.map(\.device) == [.new, .old])
    #expect(
      "\(results)".contains(
        "In 2 of 4 variants; to repeat the first: RUBATO_BENCH_VARIANT='device=new user=night-shift seed=1'"
          + " swift test --filter BackgroundTasksTestingTests.MatrixTests/aFindingCountsItsVariants"
      ))
    #expect(check?.problem?.message.contains("an old phone") == true)
    #expect(check?.problem?.place?.contains("MatrixTests.swift:") == true)
    #expect(check?.variants.count == 2)
  }

  @Test func anErrorOfTheTestIsAFinding() async throws {
    let results = try await Bench.results(of: Self.faultless, on: Self.small) { bench in
      try await bench.simulateExpiration(FeedApp.refresh)
    }
    #expect(results.findings.count == 1)
    #expect(results.findings.first?.variants.count == 4)
    #expect(results.findings.first?.problem != nil)
  }

  private struct TestError: Error {}

  private static let twice = app { task in
    task.setTaskCompleted(success: true)
    task.setTaskCompleted(success: true)
  }

  @Test func anErrorOfTheTestHidesNoFailureOfTheApp() async throws {
    let results = try await Bench.results(of: Self.twice, on: Self.small) { bench in
      await bench.advance(by: .seconds(86_400))
      throw TestError()
    }
    #expect(results.findings.map(\.variants.count) == [4, 4])
    #expect(results.findings.map(\.failure?.kind) == [.completedTwice, nil])
    #expect(results.findings.last?.problem?.message.contains("TestError") == true)
  }

  /// This also applies to a trait.
  @Test func anErrorOfATestWithOneBenchHidesNoFailureOfTheApp() async throws {
    let test = try #require(Test.current)
    let (failures, errors) = (Failures(), Count())
    try await withKnownIssue {
      try await BenchTrait.bench(Self.twice).provideScope(for: test, testCase: nil) {
        await Bench.current.launch()
        await Bench.current.advance(by: .seconds(86_400))
        throw TestError()
      }
    } matching: { issue in
      if let failure = issue.error as? BenchFailure { failures.add(failure) }
      if issue.error is TestError { errors.add() }
      return true
    }
    #expect(Set(failures.all.map(\.kind)) == [.completedTwice])
    #expect(errors.value == 1)
  }

  @Test func eachRunExpiresAtTheSecondOfTheVariant() async throws {
    let app = FeedApp.app { task in
      nonisolated(unsafe) let task = task
      let work = Task {
        do {
          try await Bench.current.clock.sleep(for: .seconds(5))
          task.setTaskCompleted(success: true)
        } catch {
          task.setTaskCompleted(success: false)
          if Bench.current.variant?.expiration?.second == 2 {
            task.setTaskCompleted(success: false)
          }
        }
      }
      task.expirationHandler = { work.cancel() }
    } launch: {
      FeedApp.submit(after: 1800)
    }
    let matrix = BenchMatrix(devices: [.new], users: [.everyday])
      .expiring(FeedApp.refresh, at: [2, 4, 6])
    let results = try await Bench.results(of: app, on: matrix) { bench in
      try await bench.advance(toNextRun: FeedApp.refresh)
    }
    #expect(
      results.results.map { Array(($0.outcomes[FeedApp.refresh] ?? [:]).keys) } == [
        ["expired"], ["expired"], ["completed"],
      ])
    #expect(results.findings.map(\.variants).map { $0.map(\.expiration?.second) } == [[2]])
  }

  @Test(arguments: [false, true]) func aSlowDeviceTakesLonger(hasClockOfTasks: Bool) async throws {
    let app = FeedApp.app { task in
      nonisolated(unsafe) let task = task
      Task {
        if hasClockOfTasks {
          try await TaskClock().sleep(for: .seconds(2))
        } else {
          try await Bench.current.clock.sleep(for: .seconds(2))
        }
        task.setTaskCompleted(success: true)
      }
    } launch: {
      FeedApp.submit(after: 1800)
    }
    let matrix = BenchMatrix(devices: [.new, .slow], users: [.everyday])
    let results = try await Bench.results(of: app, on: matrix) { bench in
      let run = try await bench.advance(toNextRun: FeedApp.refresh)
      // The launch takes half a second.
      #expect(run.duration == .seconds(2.5) * (bench.variant?.device.slowness ?? 0))
    }
    #expect(results.hasPassed, "\(results)")
  }
}
