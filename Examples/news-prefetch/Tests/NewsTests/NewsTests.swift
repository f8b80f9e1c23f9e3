import BackgroundTasksTesting
import News
import Testing

/// Returns the app, with pages that take 1.2 s each by the clock of the bench.
let app = BenchApp(
  infoPlist: URL(filePath: "../../Info.plist", relativeTo: URL(filePath: #filePath))
) {
  news().register()
} enterBackground: {
  await news().schedule()
}

func news() -> News { News { _ in try await Bench.current.clock.sleep(for: .milliseconds(1200)) } }

@Suite struct NewsTests {
  @Test(.bench(app, life: .everyday(opensPerDay: 5)))
  func newsAreFreshThroughAFortnight() async {
    let bench = Bench.current
    await bench.advance(by: .seconds(14 * 86_400))
    #expect(bench.metric(.runsPerDay, of: News.refresh, after: .seconds(3 * 86_400)) ?? 0 >= 5)
    #expect(
      bench.metric(.staleAtOpen, of: News.refresh, after: .seconds(3 * 86_400)) ?? 1e9 <= 4 * 3600)
    #expect(bench.metric(.daysDone, of: News.prefetch, after: .seconds(3 * 86_400)) ?? 0 >= 0.8)
    #expect(bench.runs.allSatisfy { $0.outcome == .completed }, "\(bench.runs)")
  }

  @Test(.bench(app), arguments: [News.refresh, News.prefetch])
  func eachTaskBearsAnExpirationAtAnySecond(identifier: String) async throws {
    let bench = Bench.current
    await bench.open()
    await bench.leave()
    let expired = try await bench.expireAtEverySecond(of: identifier)
    #expect(expired.last?.run.outcome == .completed)
  }

  @Test(.bench(app)) func storiesWaitForTheCharger() async throws {
    let bench = Bench.current
    await bench.set(.charging(false), .battery(60))
    await bench.open()
    await bench.leave()
    await bench.advance(by: .seconds(86_400))
    #expect(bench.runs(of: News.prefetch).isEmpty)
    #expect(bench.whyNot(News.prefetch).description.contains("not plugged in"))
    await bench.set(.charging(true))
    #expect(try await bench.advance(toNextRun: News.prefetch).outcome == .completed)
  }
}
