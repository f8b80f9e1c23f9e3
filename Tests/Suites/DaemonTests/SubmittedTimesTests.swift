import Control
import Scheduling
import Testing

@testable import Daemon

/// The meaning of the times of a submission.
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

  @Test func aLatestDayIsTheEndOfThatDay() throws {
    #expect(
      try window(earliest: "tomorrow", latest: "tomorrow").latest.text.hasPrefix("2026-03-04"))
    #expect(try window(earliest: "Fri", latest: "friday").latest.text.hasPrefix("2026-03-07"))
    #expect(try window(earliest: nil, latest: "today").latest.text.hasPrefix("2026-03-03"))
  }

  /// The zone of the caller is ahead of the daemon's.
  @Test func aLatestDayIsOneOfTheCaller() throws {
    let daemon = try DaemonProcess(
      try TemporaryDirectory(), ["--start", "2026-03-02 12:00"], environment: ["TZ": "UTC"])
    let said = try Rubatoctl.run(
      ["submit", "--id", "task", "--earliest", "1h", "--latest", "today", "--", "true"], by: daemon,
      environment: ["TZ": "JST-9"])
    #expect(said.code == 0, "\(said)")
    let latest = try daemon.call(List(id: "task")).requests.first?.latest
    #expect(latest == "2026-03-02T15:00:00.000Z")
  }

  @Test func aLatestDurationCountsFromNow() throws {
    let window = try window(earliest: "1h", latest: "3h")
    #expect(window.latest - window.opens == .hours(2))
  }

  @Test func withoutAnEarliestTheNextOneCountsFromNow() throws {
    let window = try window(earliest: nil, latest: "06:00")
    #expect(window.latest - window.opens == .hours(3))
  }

  @Test func atIsAnExactEarliestTime() throws {
    let daemon = try DaemonProcess(try TemporaryDirectory(), ["--start", "2026-03-02 03:00"])
    let said = try Rubatoctl.run(
      ["submit", "--id", "tea", "--at", "4am", "--late", "skip", "--", "true"], by: daemon)
    #expect(said.code == 0 && said.output.contains("even on battery"), "\(said)")
    let request = try #require(try daemon.call(List(id: "tea")).requests.first)
    let opens = try #require(UniversalTime.parse(request.earliest))
    #expect(request.exact && request.atLatest == "drop")
    #expect(request.latest.flatMap(UniversalTime.parse) == opens + .minutes(1))
    for (words, message) in [
      (["--at", "4 o'clock"], "--at '4 o'clock' is not allowed"),
      (["--at", "4am", "--earliest", "5am"], "--at and --earliest exclude each other"),
      (["--at", "4am", "--on", "daily"], "use --exact"),
      (["--late", "skip"], "--late requires --at or --exact"),
      (["--exact"], "--exact requires a time; also give --earliest, such as '09:00', or --on"),
      (
        ["--at", "tomorrow 9am", "--latest", "2h"],
        ", counted from now) is not after --at ("
      ),
      (
        ["--on", "Fri 09:00", "--latest", "tomorrow"],
        "is not after the first date of --on ("
      ),
      (["--at-latest", "drop", "--kind", "utility"], "also give --latest"),
      (["--at", "4am", "--prefer", "power"], "--prefer has no effect at an exact time"),
    ] {
      let said = try Rubatoctl.run(["submit"] + words + ["--", "true"], by: daemon)
      #expect(said.code != 0 && said.errors.contains(message), "\(said)")
    }
    let both = try Rubatoctl.run(
      ["submit", "--on", "daily", "--every", "1d", "--", "true"], by: daemon)
    #expect(
      both.code == 2 && both.errors.contains("--on and --every exclude each other"), "\(both)")
  }

  @Test func aChangeKeepsTheMinuteOfALateRun() throws {
    let daemon = try DaemonProcess(try TemporaryDirectory(), ["--start", "2026-03-02 03:00"])
    let dates = ["--on", "Mon..Fri 09:00", "--exact", "--late", "skip", "--", "true"]
    for words in [
      ["submit", "--id", "tea", "--at", "4am", "--late", "skip", "--", "true"],
      ["set", "tea", "--earliest", "5am"], ["submit", "--id", "dates"] + dates,
    ] {
      let said = try Rubatoctl.run(words, by: daemon)
      #expect(said.code == 0, "\(said)")
    }
    let cleared = try Rubatoctl.run(["set", "tea", "--clear", "earliest"], by: daemon)
    #expect(cleared.code == 1 && cleared.errors.contains("requires a time"), "\(cleared)")
    let again = try Rubatoctl.run(["submit", "--id", "dates"] + dates, by: daemon)
    #expect(again.code == 0 && !again.output.contains("Warning"), "\(again)")
    for id in ["tea", "dates"] {
      let request = try #require(try daemon.call(List(id: id)).requests.first)
      let opens = try #require(UniversalTime.parse(request.earliest))
      #expect(request.latest.flatMap(UniversalTime.parse) == opens + .minutes(1), "\(id)")
    }
  }

  /// Its run at 17:00 is late. The rest until 05:00 moves the window that begins at midnight.
  @Test func aTimeOfDayInAWindowThatARestHasMovedCountsFromTheInterval() throws {
    let daemon = try DaemonProcess(try TemporaryDirectory(), ["--start", "2026-03-02 00:00"])
    _ = try daemon.call(SetDevice(values: ["power": "battery", "battery": "80"]))
    let first = try daemon.call(
      Submit(
        id: "backup", kind: "userInitiated", command: .test(["/bin/true"]), latest: "20:00",
        every: 86400, requires: ["power"])
    ).request
    _ = try daemon.call(AdvanceClock(by: 17 * 3600))
    _ = try daemon.call(SetDevice(values: ["power": "ac"]))
    _ = try daemon.call(AdvanceClock(by: 120))
    #expect(try Rubatoctl.run(["wait", "--run", "1"], by: daemon).code == 0)
    let midnight = try #require(UniversalTime.parse(first.earliest)) + .days(1)
    let window = {
      let request = try #require(try daemon.call(List(id: "backup")).requests.first)
      let opens = try #require(UniversalTime.parse(request.earliest))
      let latest = try #require(request.latest.flatMap(UniversalTime.parse))
      return (opens: opens - midnight, latest: latest - midnight)
    }
    #expect(try window().opens > .hours(5))
    #expect(try window().latest == .hours(20))
    for (latest, length, days) in [("02:00", 2, 1), ("18:00", 18, 0)] {
      let set = try Rubatoctl.run(["set", "backup", "--latest", latest], by: daemon)
      #expect(set.code == 0, "\(set)")
      #expect(try window().latest == .days(days) + .hours(length))
      #expect(try window().opens < .days(days) + .hours(6))
    }
    let date = UniversalTime.text(midnight + .hours(2))
    let early = try Rubatoctl.run(["set", "backup", "--latest", date], by: daemon)
    #expect(
      early.code == 1 && early.errors.contains("not after the beginning of the present window"),
      "\(early)")
  }

  @Test func aTimeOfDayForAnOpenWindowIsInTheFuture() throws {
    let daemon = try DaemonProcess(try TemporaryDirectory(), ["--start", "2026-03-02 09:00"])
    _ = try daemon.call(SetDevice(values: ["power": "battery", "battery": "80"]))
    let request = try daemon.call(
      Submit(id: "once", command: .test(["/bin/true"]), requires: ["power"])
    ).request
    let opens = try #require(UniversalTime.parse(request.earliest))
    _ = try daemon.call(AdvanceClock(by: 10 * 3600))
    let set = try Rubatoctl.run(["set", "once", "--latest", "18:00"], by: daemon)
    #expect(set.code == 0, "\(set)")
    let latest = try daemon.call(List(id: "once")).requests.first?.latest
    #expect(latest.flatMap(UniversalTime.parse) == opens + .hours(33))
  }

  @Test func setChangesARequestToAnExactTime() throws {
    let daemon = try DaemonProcess(try TemporaryDirectory(), ["--start", "2026-03-02 03:00"])
    _ = try daemon.call(Submit(id: "tea", command: .test(["/bin/true"]), earliest: "5am"))
    let set = try Rubatoctl.run(["set", "tea", "--at", "6am", "--late", "skip"], by: daemon)
    #expect(set.code == 0, "\(set)")
    let request = try #require(try daemon.call(List(id: "tea")).requests.first)
    let opens = try #require(UniversalTime.parse(request.earliest))
    #expect(request.exact && request.atLatest == "drop" && opens.text.contains("T06:00"))
    #expect(request.latest.flatMap(UniversalTime.parse) == opens + .minutes(1))
    let past = try Rubatoctl.run(["set", "tea", "--at", "2026-03-01"], by: daemon)
    #expect(past.code == 1 && past.errors.contains("--at '1 Mar 00:00' is in the past"), "\(past)")
    #expect(try Rubatoctl.run(["set", "tea", "--late", "run"], by: daemon).code == 2)
  }

  @Test func aDateThatHasComeDoesNotKeepARequestFromBeingChanged() throws {
    let daemon = try DaemonProcess(try TemporaryDirectory(), ["--start", "2026-03-02 03:00"])
    _ = try daemon.call(SetDevice(values: ["power": "battery", "battery": "3"]))
    let submit = ["submit", "--id", "once", "--on", "2026-03-02 04:00", "--", "true"]
    #expect(try Rubatoctl.run(submit, by: daemon).code == 0)
    _ = try daemon.call(AdvanceClock(to: "2026-03-02T06:00:00Z"))
    let set = try Rubatoctl.run(["set", "once", "--retries", "7"], by: daemon)
    #expect(set.code == 0, "\(set)")
    let request = try #require(try daemon.call(List(id: "once")).requests.first)
    #expect(request.retries == 7 && request.earliest.hasPrefix("2026-03-02T0"))
  }

  @Test func aRefreshWithoutALatestDateIsWarnedOf() throws {
    let daemon = try DaemonProcess(try TemporaryDirectory())
    let submit = Submit(id: "task", kind: "refresh", command: .test(["/bin/true"]), earliest: "1h")
    #expect(try daemon.call(submit).warnings.map(\.code) == ["noLatestDate"])
    #expect(try daemon.call(Runs(id: "task")).runs.isEmpty)
  }
}
