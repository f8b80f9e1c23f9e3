import Control
import Foundation
import Scheduling
import Testing

@testable import Daemon

/// A real daemon in a zone that has summer time.
struct ZoneTests {
  /// Central European time, as POSIX writes it, so that no zone files are needed.
  private static let zone = "CET-1CEST,M3.5.0,M10.5.0/3"

  private func daemon(start: String) throws -> DaemonProcess {
    try DaemonProcess(
      try TemporaryDirectory(), ["--start", start], environment: ["TZ": Self.zone])
  }

  /// Submits a task by `rubatoctl`, in a zone.
  private func submit(to daemon: DaemonProcess, in zone: String, _ options: String...) throws {
    let result = try Rubatoctl.run(
      ["submit", "--id", "task"] + options + ["--", "/bin/true"], by: daemon,
      environment: ["TZ": zone])
    #expect(result.code == 0)
  }

  private func starts(
    from start: String, earliest: String = "01:30", days: Int
  ) throws -> [String] {
    let daemon = try daemon(start: start)
    _ = try daemon.call(
      Submit(
        id: "task", command: .test(["/bin/true"]), earliest: earliest, latest: "06:00",
        every: 86400))
    for _ in 0..<days { _ = try daemon.call(AdvanceClock(by: 86400)) }
    return try daemon.call(Runs(id: "task")).runs.compactMap(\.start).reversed()
  }

  @Test func nightsStayNightsWhenSummerBegins() throws {
    let times = try starts(from: "2026-03-27 20:00", days: 4)
    #expect(
      times == [
        "2026-03-28T00:30:00.000Z", "2026-03-29T00:30:00.000Z", "2026-03-29T23:30:00.000Z",
        "2026-03-30T23:30:00.000Z",
      ])
  }

  @Test(arguments: ["2026-03-27 20:00", "2026-03-28 20:00"])
  func aTimeOfDayThatIsSkippedIsTheEndOfTheGapOnThatDayOnly(start: String) throws {
    let times = try starts(from: start, earliest: "02:30", days: 4)
    #expect(
      times.drop { $0 < "2026-03-29" }.prefix(3) == [
        "2026-03-29T01:00:00.000Z", "2026-03-30T00:30:00.000Z",
        "2026-03-31T00:30:00.000Z",
      ])
  }

  @Test func nightsStayNightsWhenSummerEnds() throws {
    let times = try starts(from: "2026-10-23 20:00", days: 4)
    #expect(
      times == [
        "2026-10-23T23:30:00.000Z", "2026-10-24T23:30:00.000Z", "2026-10-26T00:30:00.000Z",
        "2026-10-27T00:30:00.000Z",
      ])
  }

  /// The window began at 22:00 of winter. Since summer time has begun, it counts from 22:00 of summer.
  @Test func aChangedEndOfTheNightIsThatTimeOfDayWhenSummerHasBegun() throws {
    let daemon = try daemon(start: "2026-03-28 20:00")
    _ = try daemon.call(SetDevice(values: ["power": "battery", "battery": "80"]))
    _ = try daemon.call(
      Submit(
        id: "task", command: .test(["/bin/true"]), earliest: "22:00", latest: "05:00",
        every: 86400, requires: ["power"]))
    _ = try daemon.call(AdvanceClock(by: 23400))
    let set = try Rubatoctl.run(
      ["set", "task", "--latest", "06:00"], by: daemon, environment: ["TZ": Self.zone])
    #expect(set.code == 0, "\(set)")
    let request = try #require(try daemon.call(List(id: "task")).requests.first)
    #expect(request.earliest == "2026-03-28T20:00:00.000Z")
    #expect(request.latest == "2026-03-29T04:00:00.000Z")
  }

  @Test func whatIsTypedInTheZoneOfTheDaemonComesBackAfterTheGap() throws {
    let daemon = try daemon(start: "2026-03-28 20:00")
    try submit(to: daemon, in: Self.zone, "--earliest", "02:30", "--every", "1d")
    for _ in 0..<3 { _ = try daemon.call(AdvanceClock(by: 86400)) }
    #expect(
      try daemon.call(Runs(id: "task")).runs.compactMap(\.start).reversed().prefix(2) == [
        "2026-03-29T01:00:00.000Z", "2026-03-30T00:30:00.000Z",
      ])
  }

  /// Times of day are printed in the zone of the reader. They used to be read in the zone of the daemon.
  @Test func timesOfDayAreThoseOfWhoeverSubmits() throws {
    let daemon = try daemon(start: "2026-03-02 12:00")
    try submit(to: daemon, in: "JST-9", "--earliest", "01:00", "--latest", "06:00")
    let request = try #require(try daemon.call(List(id: "task")).requests.first)
    #expect(request.earliest == "2026-03-02T16:00:00.000Z")
    #expect(request.latest == "2026-03-02T21:00:00.000Z")
  }

  /// In March, the zone of London agrees with the daemon's; in July, its clocks are an hour ahead.
  @Test func timesAreReadInTheZoneOfTheirDate() throws {
    let london = "GMT0BST,M3.5.0/1,M10.5.0"
    let daemon = try DaemonProcess(
      try TemporaryDirectory(), ["--start", "2026-03-02 12:00"], environment: ["TZ": "UTC"])
    try submit(to: daemon, in: london, "--at", "2026-07-01 20:00", "--latest", "2026-07-02")
    let request = try #require(try daemon.call(List(id: "task")).requests.first)
    #expect(request.earliest == "2026-07-01T19:00:00.000Z")
    #expect(request.latest == "2026-07-02T23:00:00.000Z")
    let pause = try Rubatoctl.run(
      ["pause", "task", "--until", "2026-07-01 20:00", "--json"], by: daemon,
      environment: ["TZ": london])
    #expect(pause.code == 0 && pause.output.contains("2026-07-01T19:00:00.000Z"), "\(pause)")
  }

  @Test func aNotificationIsAtATimeOfTheCaller() throws {
    let daemon = try daemon(start: "2026-03-02 12:00")
    let notify = ["notify", "--id", "tea", "--at", "01:00", "Tea"]
    let shown = try Rubatoctl.run(notify, by: daemon, environment: ["TZ": "JST-9"])
    #expect(shown.code == 0, "\(shown)")
    let request = try #require(try daemon.call(List(id: "tea")).requests.first)
    #expect(request.earliest == "2026-03-02T16:00:00.000Z")
    let unknown = try Rubatoctl.run(notify, by: daemon, environment: ["TZ": "Europe/Atlantis"])
    #expect(unknown.code == 1 && unknown.errors.contains("variable TZ not found"), "\(unknown)")
  }

  @Test(arguments: [["--at", "9am"], ["--on", "09:00"], ["--latest", "tomorrow"]])
  func anUnknownZoneOfTheCallerIsRefused(options: [String]) throws {
    let daemon = try daemon(start: "2026-03-02 12:00")
    let said = try Rubatoctl.run(
      ["submit"] + options + ["--", "/bin/true"], by: daemon,
      environment: ["TZ": "Europe/Atlantis"])
    let message = "time zone 'Europe/Atlantis' of the variable TZ not found"
    #expect(said.code == 1 && said.errors.contains(message), "\(said)")
  }

  @Test func anUnknownZoneOfTheCallerMattersToTimesInItAlone() throws {
    let daemon = try daemon(start: "2026-03-02 12:00")
    try submit(to: daemon, in: "Europe/Atlantis", "--earliest", "18:00 UTC")
    let request = try #require(try daemon.call(List(id: "task")).requests.first)
    #expect(request.earliest == "2026-03-02T18:00:00.000Z")
    for since in ["1h", "09:00 UTC", "2026-03-02T09:00:00Z", "09:00"] {
      let logs = try Rubatoctl.run(
        ["logs", "--since", since, "task"], by: daemon, environment: ["TZ": "Europe/Atlantis"])
      #expect(logs.errors.contains("variable TZ") == (since == "09:00"), "\(logs)")
    }
  }

  @Test(.enabled(if: FileManager.default.fileExists(atPath: "/usr/share/zoneinfo/Europe/Berlin")))
  func zonesAreKnownByName() throws {
    let calendar = try Rubatoctl.run(
      ["calendar", "--iterations", "1", "--after", "2026-03-01 10:00 Europe/Berlin"]
        + ["*-*-* 09:30 UTC"])
    #expect(calendar.code == 0 && calendar.output.contains("Sun 2026-03-01 09:30"), "\(calendar)")
    let daemon = try daemon(start: "2026-03-02 12:00")
    try submit(to: daemon, in: "JST-9", "--earliest", "18:00 Europe/Berlin")
    let request = try #require(try daemon.call(List(id: "task")).requests.first)
    #expect(request.earliest == "2026-03-02T17:00:00.000Z")
    let logs = try Rubatoctl.run(["logs", "--since", "09:00 Europe/Berlin", "task"], by: daemon)
    #expect(!logs.errors.contains("is not allowed"), "\(logs)")
  }

  private static let knowsTokyo = FileManager.default.fileExists(
    atPath: "/usr/share/zoneinfo/Asia/Tokyo")

  /// Runs a verb in Tokyo, by a daemon in UTC.
  private func run(_ words: String..., by daemon: DaemonProcess) throws {
    let result = try Rubatoctl.run(
      words, by: daemon,
      environment: ["TZ": "Asia/Tokyo", "VISUAL": "sed --in-place 's/10:00/11:00/'"])
    #expect(result.code == 0, "\(words) \(result)")
  }

  @Test(.enabled(if: knowsTokyo)) func timesInFilesAreInTheZoneOfTheDaemon() throws {
    let directory = try TemporaryDirectory()
    let daemon = try DaemonProcess(
      directory, ["--start", "2026-03-02 12:00"], environment: ["TZ": "UTC"])
    func request(_ id: String) throws -> RequestInfo {
      try #require(try daemon.call(List(id: id)).requests.first)
    }
    let dates = "\(directory.path)/dates.yaml"
    try "command: [true]\non: \"10:00\"\n".write(toFile: dates, atomically: true, encoding: .utf8)
    let once = "\(directory.path)/once.yaml"
    try "id: once\ncommand: [true]\nearliest: \"14:00\"\nlatest: \"22:00\"\n".write(
      toFile: once, atomically: true, encoding: .utf8)
    try run("submit", dates, by: daemon)
    #expect(try request("dates").on == ["10:00"])
    try run("edit", "dates", by: daemon)
    #expect(try request("dates").on == ["11:00"])
    for words in [["submit", once], ["import", once]] {
      try run(words[0], words[1], by: daemon)
      #expect(try request("once").earliest == "2026-03-02T14:00:00.000Z")
      #expect(try request("once").latest == "2026-03-02T22:00:00.000Z")
    }
    // 01:00 in Tokyo is 16:00 in UTC, two hours after the earliest date of the file.
    try run("submit", once, "--latest", "01:00", by: daemon)
    #expect(try request("once").earliest == "2026-03-02T14:00:00.000Z")
    #expect(try request("once").latest == "2026-03-02T16:00:00.000Z")
    try run("submit", "--on", "09:00", "--file", dates, by: daemon)
    #expect(try request("dates").on == ["09:00 Asia/Tokyo"])
  }

  @Test(
    .enabled(if: knowsTokyo),
    arguments: ["Asia/Tokyo", ":Asia/Tokyo", ":/usr/share/zoneinfo/Asia/Tokyo"])
  func calendarEventsAreInTheZoneOfTheCaller(variable: String) throws {
    let daemon = try DaemonProcess(try TemporaryDirectory(), environment: ["TZ": "UTC"])
    try submit(to: daemon, in: variable, "--on", "09:00")
    #expect(try daemon.call(List(id: "task")).requests.first?.on == ["09:00 Asia/Tokyo"])
  }

  /// 23:30 in Tokyo is 14:30 in UTC. The next such time is before the window.
  @Test(.enabled(if: knowsTokyo)) func aChangedEndOfWindowsIsATimeOfDayInTheZoneOfTheCaller() throws
  {
    let daemon = try DaemonProcess(
      try TemporaryDirectory(), ["--start", "2026-03-02 12:00"], environment: ["TZ": "UTC"])
    _ = try daemon.call(
      Submit(
        id: "task", command: .test(["/bin/true"]), earliest: "22:00", latest: "05:00", every: 86400)
    )
    for latest in ["23:30", "23:30 Asia/Tokyo"] {
      try run("set", "task", "--latest", "05:00", by: daemon)
      try run("set", "task", "--latest", latest, by: daemon)
      let request = try #require(try daemon.call(List(id: "task")).requests.first)
      #expect(request.latest == "2026-03-03T14:30:00.000Z")
      let text = try daemon.call(GetTaskFile(id: "task")).text
      #expect(text.contains("\nlatest: 16h30m\n"), "\(text)")
    }
  }

  @Test(.enabled(if: knowsTokyo)) func entriesOfCronAreInTheZoneOfTheMachine() throws {
    let directory = try TemporaryDirectory()
    let daemon = try DaemonProcess(directory, environment: ["TZ": "UTC"])
    let (cron, anacron) = ("\(directory.path)/cron", "\(directory.path)/anacron")
    try "0 3 * * * true\n0 4 * * * HOME=/ env\n".write(
      toFile: cron, atomically: true, encoding: .utf8)
    try "TZ=UTC\n0 5 * * * date\n".write(
      toFile: "\(cron).own", atomically: true, encoding: .utf8)
    try "START_HOURS_RANGE=20-22\n1 5 tidy true\n".write(
      toFile: anacron, atomically: true, encoding: .utf8)
    try run("import", "--crontab", cron, by: daemon)
    try run("import", "--crontab", "\(cron).own", by: daemon)
    try run("import", "--anacrontab", anacron, by: daemon)
    let requests = try daemon.call(List()).requests
    #expect(Set(requests.flatMap(\.on)) == ["03:00", "04:00", "05:00"])
    #expect(requests.contains { $0.earliest.contains("T20:00") })
    var zones: [String?] = []
    for request in requests {
      zones.append(try daemon.call(GetTaskFile(id: request.id)).environment["TZ"])
    }
    #expect(zones.filter { $0 != nil } == ["UTC"] && zones.count == 4)
  }

  @Test func findsTheMomentAtWhichClocksAreSet() {
    // In any zone of this machine, the clocks change at that second, and not before.
    let zone = LocalZone()
    let start = WallTime(seconds: 1_767_225_600)
    guard let change = zone.change(after: start, to: start + .days(365)) else { return }
    #expect(zone.secondsFromUTC(at: change) != zone.secondsFromUTC(at: start))
    #expect(zone.secondsFromUTC(at: change - .seconds(1)) == zone.secondsFromUTC(at: start))
  }

  @Test func looksUpOnlyOnceUntilWhenClocksStayAsTheyAre() {
    let start = WallTime(seconds: 1_767_225_600)
    let change = start + .days(80)
    var searches = 0
    var outlook = ClockChanges { after, end in
      searches += 1
      return after < change && change <= end ? change : nil
    }
    #expect(outlook.change(after: start, to: start + .days(60)) == nil)
    #expect(outlook.change(after: start + .days(1), to: start + .days(60)) == nil)
    #expect(searches == 1)
    #expect(outlook.change(after: start, to: start + .days(100)) == change)
    #expect(outlook.change(after: start + .days(79), to: start + .days(90)) == change)
    #expect(outlook.change(after: start + .days(2), to: start + .days(79)) == nil)
    #expect(searches == 2)
    // The clock is set back, the time of the change passes, and the system gets another zone.
    #expect(outlook.change(after: start - .days(1), to: start + .days(90)) == change)
    #expect(outlook.change(after: change, to: change + .days(5)) == nil)
    outlook.forget()
    #expect(outlook.change(after: change, to: change + .days(5)) == nil)
    #expect(searches == 5)
  }
}
