// On iOS the bench does not exist, and this file is empty.
#if canImport(BackgroundTasksTesting)
  import Background
  import BackgroundTasksTesting
  import Synchronization
  import Testing

  /// Work on the bench's clock: a refresh takes seven seconds, and fails without a network; ten articles take 20
  /// seconds each.
  final class BenchWork: FeedWork {
    struct Offline: Error {}

    private let articles = Mutex(10)

    func refresh() async throws {
      try await Bench.current.clock.sleep(for: .seconds(7))
      guard Bench.current.isOnline else { throw Offline() }
    }

    func removeOldArticles() async throws -> Bool {
      try await Bench.current.clock.sleep(for: .seconds(20))
      return articles.withLock { left in
        left -= 1
        return left > 0
      }
    }
  }

  let app = BenchApp(
    infoPlist: URL(filePath: "../../iOS/Info.plist", relativeTo: URL(filePath: #filePath))
  ) {
    FeedTasks(BenchWork()).register()
  } enterBackground: {
    await FeedTasks(BenchWork()).schedule()
  }

  @Suite struct FeedTests {
    @Test(.bench(app, life: .everyday(opensPerDay: 5)))
    func theFeedIsFreshThroughAFortnight() async {
      let bench = Bench.current
      await bench.advance(by: .seconds(14 * 86_400))
      #expect(bench.metric(.runsPerDay, of: FeedTasks.refresh) ?? 0 >= 5)
      #expect(bench.metric(.staleAtOpen, of: FeedTasks.refresh) ?? 1e9 <= 4 * 3600)
      #expect(bench.runs(of: FeedTasks.refresh).allSatisfy { $0.outcome == .completed })
    }

    @Test(.bench(app), arguments: [FeedTasks.refresh, FeedTasks.cleanUp])
    func eachTaskCanExpireAtAnySecond(identifier: String) async throws {
      let bench = Bench.current
      await bench.open()
      await bench.leave()
      _ = try await bench.expireAtEverySecond(of: identifier, upTo: .seconds(30))
    }

    @Test(.bench(app)) func theCleanUpWaitsForTheCharger() async throws {
      let bench = Bench.current
      await bench.set(.charging(false), .battery(60))
      await bench.open()
      await bench.leave()
      await bench.advance(by: .seconds(86_400))
      #expect(bench.whyNot(FeedTasks.cleanUp).description.contains("not plugged in"))
      await bench.set(.charging(true))
      #expect(try await bench.advance(toNextRun: FeedTasks.cleanUp).outcome == .completed)
    }
  }
#endif
