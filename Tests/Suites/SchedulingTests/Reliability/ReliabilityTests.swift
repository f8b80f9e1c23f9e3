import Testing

@testable import Scheduling

/// The record of an app's runs, and its effect on the app's reliability.
struct ReliabilityTests {
  private let settings = ReliabilitySettings()
  private let start = WallTime(seconds: 1_772_433_000)

  /// Notes the same quality this many times, a minute apart.
  private func note(
    _ conduct: RunQuality, times: Int = 1, _ record: inout Reliability, at moment: WallTime? = nil
  ) {
    for number in 0..<times {
      record.note(conduct, at: (moment ?? start) + .minutes(number), settings)
    }
  }

  private func bar(_ record: Reliability, from moment: WallTime) -> Duration? {
    record.barredUntil.map { $0 - moment }
  }

  @Test func withoutBlameThereIsNoScore() {
    var record = Reliability()
    #expect(record.score == nil)
    note(.clean, times: 30, &record)
    #expect(record.score == nil)
    #expect(record.conducts.count == 20)
  }

  @Test func blameLowersTheScoreAndCleanRunsPushItOut() {
    var record = Reliability()
    note(.blamed, &record)
    #expect(record.score == 0.5)
    note(.clean, times: 3, &record)
    #expect(record.score == 0.8)
    note(.killed, &record)
    #expect(record.score == 4.0 / 6)
    note(.clean, times: 19, &record)
    #expect(record.score == 20.0 / 21)
    note(.clean, &record)
    #expect(record.score == nil)
  }

  @Test func crashesBarNobody() {
    var record = Reliability()
    note(.blamed, times: 100, &record)
    #expect(record.barredUntil == nil)
    #expect(record.score == 1.0 / 21)
  }

  @Test func theThirdKillOfADayBars() {
    var record = Reliability()
    note(.killed, &record)
    note(.killed, &record, at: start + .hours(12))
    #expect(record.barredUntil == nil)
    let third = start + .hours(24)
    note(.killed, &record, at: third)
    #expect(bar(record, from: third) == .hours(1))
    #expect(record.isBarred(at: third + .minutes(59)))
    #expect(!record.isBarred(at: third + .minutes(60)))
  }

  @Test func threeKillsInMoreThanADayBarNobody() {
    var record = Reliability()
    for number in 0..<10 { note(.killed, &record, at: start + .hours(13 * number)) }
    #expect(record.barredUntil == nil)
    #expect(record.kills.count == 3)
  }

  @Test func eachFurtherKillBarsForLonger() {
    var record = Reliability()
    note(.killed, times: 2, &record)
    var moment = start + .minutes(5)
    for hours in [1, 4, 24, 72, 72] {
      note(.killed, &record, at: moment)
      #expect(bar(record, from: moment) == .hours(hours))
      moment = moment + .hours(hours) + .minutes(1)
    }
  }

  @Test func whatIsKilledDuringABarMakesItNoLonger() {
    var record = Reliability()
    note(.killed, times: 5, &record)
    #expect(record.level == 1)
    #expect(bar(record, from: start + .minutes(2)) == .hours(1))
  }

  @Test func cleanRunsEarnItBackStepByStep() {
    var record = Reliability()
    note(.killed, times: 3, &record)
    note(.killed, &record, at: start + .hours(2))
    #expect(record.level == 2)
    note(.clean, times: 4, &record)
    #expect(record.level == 2)
    note(.blamed, &record)
    note(.clean, times: 5, &record)
    #expect(record.level == 1)
    note(.killed, &record, at: start + .hours(30))
    #expect(bar(record, from: start + .hours(30)) == .hours(4))
    note(.clean, times: 10, &record)
    #expect(record.level == 0)
    // Kills of earlier days no longer count.
    note(.killed, &record, at: start + .hours(60))
    #expect(!record.isBarred(at: start + .hours(60)))
  }

  @Test func aBarThatIsAWeekOldCountsNoLonger() {
    for (days, isBarred) in [(7, true), (8, false)] {
      var record = Reliability()
      note(.killed, times: 3, &record)
      let later = start + .days(days)
      note(.killed, &record, at: later)
      #expect(record.isBarred(at: later) == isBarred)
    }
  }

  @Test func aClockThatIsSetBackBarsNoLongerThanTheBarIs() {
    var record = Reliability()
    note(.killed, times: 3, &record)
    let before = start - .days(400)
    record.forgetTheFuture(at: before, settings)
    #expect(bar(record, from: before) == .hours(1))
    #expect(record.kills == [before, before, before])
  }

  @Test func isReadAsItWasWritten() {
    var record = Reliability()
    note(.clean, &record)
    note(.blamed, &record)
    note(.killed, times: 3, &record)
    note(.clean, times: 2, &record)
    #expect(Reliability(text: record.text) == record)
    #expect(Reliability(text: Reliability().text) == Reliability())
    for text in ["", "2 0 0 0 - 0", "1 1 7 0 0 - 0", "1 0 0 0 - 0 0", "1 0 0 0 -", "a"] {
      #expect(Reliability(text: text) == nil, "\(text)")
    }
  }
}
