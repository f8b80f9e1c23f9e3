import Control
import Scheduling
import Testing

@testable import Daemon

/// What the times of a submission mean.
struct SubmittedTimesTests {
  private func window(
    earliest: String?, latest: String
  ) throws -> (opens: WallTime, latest: WallTime) {
    let daemon = try DaemonProcess(
      try TemporaryDirectory(), ["--start", "2026-03-02 03:00"])
    let request = try daemon.call(
      Submit(id: "task", command: .test(["/bin/true"]), earliest: earliest, latest: latest)
    ).request
    return (
      try #require(UniversalTime.parse(request.earliest)),
      try #require(request.latest.flatMap(UniversalTime.parse))
    )
  }

  @Test func aLatestTimeOfDayIsTheNextOneAfterTheEarliest() throws {
    let night = try window(earliest: "01:00", latest: "06:00")
    #expect(night.latest - night.opens == .hours(5))
  }

  @Test func aLatestDurationCountsFromNow() throws {
    let window = try window(earliest: "1h", latest: "3h")
    #expect(window.latest - window.opens == .hours(2))
  }

  @Test func withoutAnEarliestTheNextOneCountsFromNow() throws {
    let window = try window(earliest: nil, latest: "06:00")
    #expect(window.latest - window.opens == .hours(3))
  }

  @Test func aRefreshWithoutALatestDateIsWarnedOf() throws {
    let daemon = try DaemonProcess(try TemporaryDirectory())
    let submit = Submit(id: "task", kind: "refresh", command: .test(["/bin/true"]), earliest: "1h")
    #expect(try daemon.call(submit).warnings.map(\.code) == ["noLatestDate"])
    #expect(try daemon.call(Runs(id: "task")).runs.isEmpty)
  }
}
