import Scheduling
import Testing

@testable import Simulation
@testable import Studies

struct FreshnessTests {
  private func refresh(_ app: String, ends hours: Double, _ outcome: Outcome = .completed)
    -> RunRecord
  {
    let end = WallTime(seconds: Int64(monday + hours * 3600))
    return RunRecord(
      run: 1, task: 0, id: "refresh", app: app, kind: .refresh, started: end - .seconds(5),
      ending: Ending(at: end, outcome: outcome), budget: .seconds(30))
  }

  private func figures(_ runs: [RunRecord]) throws -> RefreshFigures {
    var story = Story()
    for hour in [1.0, 1.5, 6, 12] { story.open(hour, "news") }
    story.open(7, "mail")
    story.power(20, true)
    let timeline = try story.timeline()
    return Freshness(timeline, runs, in: timeline.starts..<timeline.ends).figures
  }

  @Test func anOpenIsFreshUpToAnHourBehindARefresh() throws {
    let figures = try figures([
      refresh("news", ends: 5), refresh("news", ends: 10.99), refresh("mail", ends: 6.5),
    ])
    // The open at 1:30 is too soon after the one at 1:00.
    #expect(figures.opens == 4)
    #expect(figures.fresh.value == 0.5)
    #expect(figures.useful.value == 0.6667)
    // One of three opens; mail was opened too rarely to count.
    #expect(figures.freshByApp.value == 0.3333)
  }

  @Test func aRefreshThatFailedIsCostAlone() throws {
    let figures = try figures([refresh("news", ends: 5.5, .failed)])
    #expect(figures.runs == 1 && figures.success == 0)
    #expect(figures.fresh.value == 0 && figures.useful.value == 0)
  }
}
