import Testing

@testable import Scheduling

/// Windows of repeating work, in hours after its first window.
struct PeriodTests {
  private let anchor = WallTime(seconds: 1_772_433_000)

  private func at(_ hours: Double) -> WallTime {
    anchor + .seconds(hours * 3600)
  }

  private func window(
    every: Double, latestAfter: Double?, success: Double
  ) -> (opens: Double, latest: Double?) {
    let period = Period(
      every: .seconds(every * 3600), anchor: anchor,
      latestAfter: latestAfter.map { .seconds($0 * 3600) })
    let window = period.inNextInterval(after: at(success)).window(
      atLatest: .relax, rest: Settings().rest(in: period.every))
    return (
      (window.opens - anchor).seconds / 3600, window.latest.map { ($0 - anchor).seconds / 3600 }
    )
  }

  @Test(arguments: [
    // After a run in time: the next interval. A late run does not shift it.
    (success: 0.0, opens: 24.0), (7, 24), (12, 24),
    // After the middle of the interval: half an interval without a run.
    (13, 25), (23, 35),
    // Later intervals also count from the anchor.
    (24, 48), (49, 72), (239, 251),
    // Before its own interval, because clocks were set back: that interval is done.
    (-1, 24), (-20, 24),
  ])
  func opensWithTheNextInterval(success: Double, opens: Double) {
    let window = window(every: 24, latestAfter: nil, success: success)
    #expect(window.opens == opens)
    #expect(window.latest == nil)
  }

  @Test(arguments: [
    // Longer than an interval: counted from the last success.
    (latestAfter: 72.0, success: 1.0, latest: 73.0), (72, 20, 92),
    // After an interval or a little longer: the whole next interval.
    (24, 0, 48), (24, 8, 48), (25, 0, 48), (36, 0, 48), (36, 11, 48),
    (50, 1, 51),
  ])
  func staysOpenForAnIntervalOrTheTimeSinceTheSuccess(
    latestAfter: Double, success: Double, latest: Double
  ) {
    #expect(window(every: 24, latestAfter: latestAfter, success: success).latest == latest)
  }

  @Test(arguments: [
    // Nightly work at the beginning and at the end of the night.
    (success: 0.0, opens: 24.0, latest: 32.0), (7, 24, 32),
    // A run by hand in the afternoon: the coming night is late enough before it ends.
    (16, 28, 32),
    // A run by hand in the evening: the coming night is too early.
    (22, 48, 56),
  ])
  func workOfTheNightStaysWorkOfTheNight(success: Double, opens: Double, latest: Double) {
    let window = window(every: 24, latestAfter: 8, success: success)
    #expect(window.opens == opens)
    #expect(window.latest == latest)
  }

  @Test(arguments: [1, 2, 3, 4, 5, 6, 7, 8])
  func alwaysLeavesTimeToRunAndNeverMovesBack(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    for _ in 0..<2000 {
      let every = Duration.seconds(Int.random(in: 60...1_000_000, using: &random))
      let after = Duration.seconds(Int.random(in: 1...3_000_000, using: &random))
      let period = Period(every: every, anchor: anchor, latestAfter: after)
      let success = anchor + .seconds(Int.random(in: -2_000_000...20_000_000, using: &random))
      let window = period.inNextInterval(after: success).window(atLatest: .drop, rest: every / 2)
      #expect(window.opens > success)
      #expect(window.opens - success >= every / 2)
      #expect((window.opens - success) <= every + every / 2 || success < anchor)
      #expect(window.latest.map { $0 > window.opens } == true)
    }
  }
}
