import Foundation
import Testing

/// `rubatoctl app simulate`: an app's own processes through days of a simulated device.
struct AppSimulateTests {
  /// The fields of the report that the tests read.
  private struct Lived: Decodable {
    struct Task: Decodable {
      var id: String
      var runs, completed, killed: Int
    }

    struct Launch: Decodable {
      var byUser: Bool
      var launchSeconds: Double?
      var tasks: Int
    }

    struct Run: Decodable {
      var id: String
      var start, end: String
      var outcome: String

      /// The length of the run, in seconds.
      var length: Double {
        func moment(_ text: String) -> Date? {
          try? Date(text, strategy: Date.ISO8601FormatStyle(includingFractionalSeconds: true))
        }
        guard let start = moment(start), let end = moment(end) else { return 0 }
        return end.timeIntervalSince(start)
      }
    }

    var time: String
    var sleptSeconds: Double
    var opens: Int
    var tasks: [Task]
    var launches: [Launch]
    var runs: [Run]
  }

  private let directory: TemporaryDirectory

  init() throws {
    directory = try TemporaryDirectory()
    try FileManager.default.createSymbolicLink(
      atPath: "\(directory.path)/feed",
      withDestinationPath: DaemonProcess.products.appendingPathComponent("task-app").path)
    try write(
      """
      <plist version="1.0"><dict>
      <key>CFBundleIdentifier</key><string>com.example.feed</string>
      <key>CFBundleExecutable</key><string>feed</string>
      <key>BGTaskSchedulerPermittedIdentifiers</key>
      <array><string>com.example.feed.refresh</string><string>com.example.feed.clean</string></array>
      <key>UIBackgroundModes</key><array><string>fetch</string><string>processing</string></array>
      </dict></plist>
      """, to: "Info.plist")
    try write(
      """
      name: two opens a day
      start: 2026-03-02T00:00
      end: 7d
      device:
        charger: [{from: "00:00", until: "23:59"}]
        places: {home: {network: wifi}}
      apps:
        - name: feed
          opens: [{at: "07:30", stays: 2m}, {at: "18:00", stays: 2m}]
      """, to: "life.yaml")
  }

  private func write(_ text: String, to name: String) throws {
    try text.write(toFile: "\(directory.path)/\(name)", atomically: true, encoding: .utf8)
  }

  private func simulate(_ behaviour: String, _ more: String...) throws -> Rubatoctl.Result {
    try Rubatoctl.run(
      [
        "app", "simulate", directory.path, "\(directory.path)/life.yaml", "--env",
        "BEHAVIOUR=\(behaviour)", "--env", "SWIFT_BACKTRACE=enable=no",
      ] + more, environment: ["TMPDIR": directory.path])
  }

  /// Returns the directories that processes have left.
  private func leftovers() throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: directory.path).filter {
      $0.hasPrefix("rubato-life")
    }
  }

  /// The fields of a page that the tests read.
  private struct Story: Decodable {
    struct App: Decodable { var opens, processes: [Int] }
    struct Task: Decodable {
      var id: Int
      var runs: [[Int]]
    }

    var apps: [App]
    var tasks: [Task]
    var strings: [String]
  }

  private static func story(of page: String) throws -> Story {
    let text = try String(contentsOfFile: page, encoding: .utf8)
    let json = try #require(text.firstMatch(of: /id="story">(.*?)<\/script>/)).1
    return try JSONDecoder().decode(Story.self, from: Data(json.utf8))
  }

  @Test func itsOwnProcessesRunAndArePutIntoAPage() throws {
    let page = "\(directory.path)/page.html"
    let result = try simulate("feeds", "--days", "2", "--json", "--report", page)
    try #require(result.code == 0, "\(result.errors)")
    let lived = try JSONDecoder().decode(Lived.self, from: Data(result.output.utf8))
    #expect(lived.opens == 4)
    #expect((lived.time, lived.sleptSeconds) == ("measured", 0))
    #expect(lived.launches.count { $0.byUser } == 4)
    #expect(lived.launches.allSatisfy { $0.launchSeconds != nil })
    #expect(lived.tasks.map(\.id) == ["com.example.feed.clean", "com.example.feed.refresh"])
    #expect(lived.tasks.allSatisfy { $0.runs == $0.completed && $0.killed == 0 })
    // Each task submits itself again for an hour later, by the clock of the device. So there are no more runs than
    // hours.
    for task in lived.tasks {
      let starts = lived.runs.filter { $0.id == task.id }.map(\.start).sorted()
      #expect(starts.count == task.runs)
      #expect((4...48).contains(starts.count), "\(task.id): \(starts)")
      #expect(starts.allSatisfy { $0 >= "2026-03-02T08:29" && $0 < "2026-03-04" })
    }
    #expect(lived.launches.reduce(0) { $0 + $1.tasks } == lived.runs.count)
    // The page has the same numbers.
    let story = try Self.story(of: page)
    let told = story.tasks.map { "\(story.strings[$0.id]) \($0.runs.count)" }
    #expect(told == lived.tasks.map { "\($0.id) \($0.runs)" })
    #expect(story.apps.map { $0.opens.count / 2 } == [lived.opens])
    #expect(story.apps.map { $0.processes.count / 2 } == [lived.launches.count])
    #expect(try leftovers().isEmpty)
  }

  /// Two days would otherwise take hours.
  @Test func whatSleepsByTheClockOfTasksIsNotWaitedFor() throws {
    let result = try simulate("naps", "--days", "2", "--json")
    try #require(result.code == 0, "\(result.errors)")
    let lived = try JSONDecoder().decode(Lived.self, from: Data(result.output.utf8))
    #expect(lived.tasks.allSatisfy { $0.runs == $0.completed && $0.killed == 0 })
    let refreshes = lived.runs.filter { $0.id.hasSuffix("refresh") }.map(\.length)
    let cleanings = lived.runs.filter { $0.id.hasSuffix("clean") }.map(\.length)
    // The other work of the tasks is measured as well. On a busy machine, the simultaneous sleep may begin late.
    #expect(refreshes.count >= 4 && refreshes.allSatisfy { (20..<30).contains($0) }, "\(refreshes)")
    #expect(
      cleanings.count >= 2 && cleanings.allSatisfy { (360..<430).contains($0) }, "\(cleanings)")
    #expect(lived.time == "virtual")
    #expect(lived.sleptSeconds >= 1500, "\(lived.sleptSeconds)")
  }

  @Test func whatSleepsForTooLongExpires() throws {
    // On a busy machine, an app can need more than the usual half second.
    try write("refresh.grace: 1m\n", to: "policy.yaml")
    let result = try simulate(
      "naps", "--days", "1", "--json", "--env", "NAP=300", "--policy",
      "\(directory.path)/policy.yaml")
    try #require(result.code == 0, "\(result.errors)")
    let lived = try JSONDecoder().decode(Lived.self, from: Data(result.output.utf8))
    let refreshes = lived.runs.filter { $0.id.hasSuffix("refresh") }
    #expect(!refreshes.isEmpty && refreshes.allSatisfy { $0.outcome == "expired" }, "\(refreshes)")
    #expect(refreshes.allSatisfy { (29..<35).contains($0.length) }, "\(refreshes)")
  }

  /// Otherwise the simulation would end the transfers of the app that is installed with the machine's daemon.
  @Test func itsStateDirectoryIsOneOfTheSimulation() throws {
    try FileManager.default.removeItem(atPath: "\(directory.path)/feed")
    try write("#!/bin/sh\necho \"$XDG_STATE_HOME\" >>\"$SEEN\"\n", to: "feed")
    chmod("\(directory.path)/feed", 0o755)
    let seen = "\(directory.path)/seen"
    let result = try simulate("none", "--days", "1", "--env", "SEEN=\(seen)")
    try #require(result.code == 0, "\(result.errors)")
    let homes = try String(contentsOfFile: seen, encoding: .utf8).split(separator: "\n")
    let usual = "\(directory.path)/rubato-life-"
    #expect(homes.count == 2 && homes.allSatisfy { $0.hasPrefix(usual) }, "\(homes)")
  }

  /// The daemon's clock has the zone of the scenario: 07:30 in India is two hours after midnight UTC.
  @Test func itsDaemonHasTheZoneOfTheScenario() throws {
    struct Clock: Decodable {
      var now: String
      var zoneSeconds: Int
    }

    let life = try String(contentsOfFile: "\(directory.path)/life.yaml", encoding: .utf8)
    let opensOnce = life.replacing(", {at: \"18:00\", stays: 2m}", with: "")
    try write(opensOnce + "\nzone: \"+05:30\"\n", to: "life.yaml")
    try FileManager.default.removeItem(atPath: "\(directory.path)/feed")
    try write("#!/bin/sh\n\"$CTL\" clock --json >\"$SEEN\"\n", to: "feed")
    chmod("\(directory.path)/feed", 0o755)
    let seen = "\(directory.path)/seen"
    let result = try simulate(
      "none", "--days", "1", "--env", "SEEN=\(seen)", "--env", "CTL=\(Rubatoctl.built.path)")
    try #require(result.code == 0, "\(result.errors)")
    let clock = try JSONDecoder().decode(
      Clock.self, from: Data(contentsOf: URL(filePath: seen)))
    #expect(clock.zoneSeconds == 19_800)
    #expect(clock.now.hasPrefix("2026-03-02T02:00"), "\(clock.now)")
  }

  @Test func anAppThatSubmitsNothingHasNoRuns() throws {
    let result = try simulate("complete", "--days", "1")
    #expect(result.code == 0, "\(result.errors)")
    #expect(result.output.contains("No task has run"))
    #expect(result.output.contains("Opens: 2"))
  }

  @Test func anAppThatEndsInItsLaunchIsNamed() throws {
    let result = try simulate("duplicate", "--days", "1")
    #expect(result.code == 1)
    #expect(result.errors.contains("ended by signal"), "\(result.errors)")
    #expect(result.errors.contains("already been registered"), "\(result.errors)")
    #expect(try leftovers().isEmpty)
  }

  @Test func anAppThatNeverIsThereIsNamed() throws {
    let result = try simulate("never-attaches", "--days", "1")
    #expect(result.code == 1)
    #expect(result.errors.contains("had not registered its handlers after 10"), "\(result.errors)")
    #expect(try leftovers().isEmpty)
  }

  @Test func whatIsNoAppOrNoLifeIsRefused() throws {
    #expect(try simulate("feeds", "--user", "mail").errors.contains("use one of: feed"))
    #expect(try simulate("feeds", "--days", "100").errors.contains("up to the 7 days"))
    try FileManager.default.removeItem(atPath: "\(directory.path)/Info.plist")
    #expect(try simulate("feeds").errors.contains("Info.plist not found in"))
    let nothing = try Rubatoctl.run(["app", "simulate", directory.path])
    #expect(nothing.code == 2)
    #expect(nothing.errors.contains("Name a scenario file"), "\(nothing.errors)")
    #expect(try leftovers().isEmpty)
  }
}
