import Scheduling
import Testing

@testable import Simulation
@testable import Studies

struct ProcessingTests {
  private func minutes(_ count: Double) -> Double { count / 60 }

  /// Power from one in the morning for `length`, and again from two for half an hour.
  private func interrupted(after length: Double) -> Story {
    var story = Story()
    story.power(0, false)
    story.power(1, true)
    story.power(1 + minutes(length), false)
    story.power(2, true)
    story.power(2.5, false)
    story.power(23, false)
    return story
  }

  @Test func whatWasSavedAtACheckpointIsNotDoneAgain() throws {
    let report = try interrupted(after: 4).run().report
    let figures = try #require(report.processing.first).rubato
    // The run starts when power has been steady for a minute, and is cut off ten seconds after the loss of power.
    #expect(figures.cutOffs == 1 && figures.runs == 2 && figures.doneOnFitDays == 1)
    #expect(figures.savedSeconds == 300)
    #expect(figures.lostSeconds > 0 && figures.lostSeconds < 60)
  }

  @Test func rivalsFollowTheirRules() throws {
    let report = try #require(try interrupted(after: 4).run().report.processing.first)
    #expect(report.fitDays == 1)
    #expect(report.atOnce.cutOffs == 1 && report.atOnce.doneOnFitDays == 1)
    // The loss takes effect after four minutes and ten seconds.
    #expect((10...10.2).contains(report.atOnce.lostSeconds))
    #expect(report.afterTwentyMinutes.cutOffs == 0 && report.afterTwentyMinutes.runs == 1)
  }

  @Test func aDayWithoutTenMinutesOfPowerAndIdlenessIsNotFit() throws {
    var story = Story()
    story.power(0, false)
    story.power(1, true)
    story.power(1 + minutes(9), false)
    story.power(47, false)
    let report = try #require(try story.run().report.processing.first)
    #expect(report.days == 2 && report.fitDays == 0)
    #expect(report.rubato.doneShare.value == nil)
    #expect(report.rubato.doneOnOtherDays == 1)
  }

  @Test func useOfTheDeviceIsNoFitTime() throws {
    var story = Story()
    story.power(0, true)
    story.screen(0, true)
    story.screen(1, false)
    story.screen(2, true)
    story.power(3, true)
    let time = FitTime(try story.timeline())
    #expect(time.poweredTimes.map(\.upperBound.hours) == [3])
    #expect(time.fitTimes.map(\.lowerBound.hours) == [1 + minutes(5)])
    #expect(time.fitTimes.map(\.upperBound.hours) == [2])
  }

  @Test func aGapIsNoFitTime() throws {
    var story = Story()
    story.power(0, true)
    story.add(1, "\"ev\": \"gap\", \"until\": \(monday + 5 * 3600)")
    story.power(6, true)
    story.power(7, false)
    let time = FitTime(try story.timeline())
    #expect(time.fitTimes.map(\.lowerBound.hours) == [0, 6])
    #expect(time.fitTimes.map(\.upperBound.hours) == [1, 7])
  }

  @Test func aSplitReportsItsPartsApart() throws {
    let reports = try Story.fortnight().run {
      $0.splits = [WallTime(seconds: Int64(monday)).day() + 4]
    }.report.processing
    #expect(reports.map(\.from) == ["2026-01-05", "2026-01-05", "2026-01-09"])
    #expect(reports.map(\.to) == ["2026-01-18", "2026-01-08", "2026-01-18"])
    #expect(reports[0].fitDays == reports[1].fitDays + reports[2].fitDays)
    #expect(reports[0].rubato.runs == reports[1].rubato.runs + reports[2].rubato.runs)
  }

  @Test func theDayOfTheWorkMayBeginAtAnyHour() throws {
    var story = Story()
    story.power(0, false)
    story.power(22, true)
    story.power(30, false)
    story.power(71, false)
    let fitDays = try ["midnight": 0, "noon": 12].mapValues { hours in
      try story.run { $0.model.dayBegins = .hours(hours) }.report.processing.first
    }
    #expect(fitDays["midnight"]??.fitDays == 2 && fitDays["midnight"]??.rubato.runs == 2)
    #expect(fitDays["noon"]??.fitDays == 1 && fitDays["noon"]??.rubato.runs == 1)
  }

  @Test func startsAndStopsOfAFlappingPlugAreCounted() throws {
    var story = Story()
    story.power(0, false)
    // Away for a minute in the middle of the work, and there for only one an hour later.
    story.power(1, true)
    story.power(1 + minutes(2), false)
    story.power(1 + minutes(3), true)
    story.power(2, false)
    story.power(3, true)
    story.power(3 + minutes(1), false)
    story.power(23, false)
    let report = try #require(try story.run().report.processing.first)
    #expect(report.atOnce.flapStops == 1 && report.atOnce.flapStarts == 0)
    #expect(report.rubato.doneOnFitDays == 1)
  }
}
