import Testing

@testable import Scheduling

/// The tier of an app, by its opens.
struct EngagementTests {
  private let settings = QuotaSettings()
  private let start = WallTime(seconds: 1_772_433_000)

  private func tier(_ engagement: Engagement, after days: Double) -> Tier {
    engagement.tier(at: start + .seconds(days * 86400), settings)
  }

  /// Returns the engagement of an app that was opened and closed on these days. If not `isObserved`, only the app
  /// itself reported so.
  private func opened(on days: [Double], isObserved: Bool = true) -> Engagement {
    var engagement = Engagement()
    for day in days {
      let moment = start + .seconds(day * 86400)
      engagement.open(isObserved: isObserved, at: moment, settings)
      engagement.leave(at: moment)
    }
    return engagement
  }

  @Test func anAppThatWasNeverOpenedHasTheLowest() {
    #expect(tier(Engagement(), after: 0) == .never)
    #expect(!Engagement().wasEverOpened)
  }

  @Test func aNewAppFallsStepByStepUntilItIsForgotten() {
    let engagement = opened(on: [0])
    #expect(tier(engagement, after: 0.01) == .active)
    #expect(tier(engagement, after: 1) == .working)
    #expect(tier(engagement, after: 3) == .frequent)
    #expect(tier(engagement, after: 13.9) == .rare)
    #expect(tier(engagement, after: 14) == .never)
  }

  @Test func onTheScreenItIsActiveHoweverLong() {
    var engagement = Engagement()
    engagement.open(isObserved: true, at: start, settings)
    #expect(tier(engagement, after: 20) == .active)
  }

  @Test(arguments: [(1.0, Tier.working), (2.5, .frequent), (7.0, .rare), (14.0, .rare)])
  func howOftenItIsOpenedBoundsTheTier(gap: Double, expected: Tier) {
    // Opened at this interval, and checked a few hours after the last open.
    var engagement = Engagement()
    for number in 0..<8 {
      let moment = start + .seconds(Double(number) * gap * 86400 * 0.99)
      engagement.open(isObserved: true, at: moment, settings)
      engagement.leave(at: moment)
    }
    #expect(tier(engagement, after: 7 * gap * 0.99 + 0.2) == expected)
  }

  @Test func openingsCloseTogetherAreOneUse() {
    var days: [Double] = []
    for day in 0..<4 { days += (0..<20).map { Double(day) * 7 + Double($0) * 0.01 } }
    #expect(opened(on: days).observed.uses.count == 4)
    #expect(tier(opened(on: days), after: 22) == .rare)
  }

  @Test func aWeeklyAppIsNotForgottenAfterAFortnight() {
    let engagement = opened(on: [0, 7, 15, 22])
    #expect(tier(engagement, after: 22 + 15) == .rare)
    #expect(tier(engagement, after: 22 + 16) == .never)
  }

  @Test func anAppThatComesBackBeginsAnew() {
    var engagement = opened(on: [0, 1, 2, 3, 4])
    #expect(tier(engagement, after: 60) == .never)
    engagement.open(isObserved: true, at: start + .days(60), settings)
    engagement.leave(at: start + .days(60))
    #expect(tier(engagement, after: 61) == .working)
    #expect(tier(engagement, after: 75) == .never)
  }

  @Test func whatAnAppSaysOfItselfEarnsItLess() {
    let engagement = opened(on: [0, 1, 2, 3], isObserved: false)
    #expect(tier(engagement, after: 3.01) == .frequent)
    #expect(engagement.isSelfReported(at: start + .days(3), settings))
    #expect(!engagement.isOnScreen)
  }

  @Test func whatWasObservedCountsForItself() {
    var engagement = opened(on: [0, 1, 2, 3])
    engagement.open(isObserved: false, at: start + .days(3), settings)
    #expect(tier(engagement, after: 3.5) == .working)
    #expect(!engagement.isSelfReported(at: start + .days(3), settings))
    // A while after the last observed open, the app's own reports take effect again.
    for day in 4..<30 {
      engagement.open(isObserved: false, at: start + .days(day), settings)
    }
    #expect(tier(engagement, after: 29.5) == .frequent)
    #expect(engagement.isSelfReported(at: start + .days(29), settings))
  }

  @Test func whatAnOperatorSetsHoldsButOnTheScreen() {
    var engagement = opened(on: [0, 1, 2, 3])
    engagement.setTier = .restricted
    #expect(tier(engagement, after: 3.1) == .restricted)
    engagement.open(isObserved: true, at: start + .days(4), settings)
    #expect(tier(engagement, after: 4) == .active)
    engagement.setTier = .exempted
    #expect(tier(engagement, after: 4) == .exempted)
  }

  @Test func aClockThatWasAheadDoesNotMakeAnAppUsedForYears() {
    var engagement = opened(on: [3650])
    engagement.forgetTheFuture(at: start)
    #expect(tier(engagement, after: 1) == .working)
    #expect(tier(engagement, after: 14) == .never)
  }
}
