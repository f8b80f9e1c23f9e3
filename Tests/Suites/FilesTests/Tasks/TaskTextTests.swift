import Scheduling
import Testing

@testable import Files

/// A task file made of a request gives the same request.
struct TaskTextTests {
  private let now = WallTime(seconds: 1_772_431_200)
  private let machine = TaskMachine(
    user: { _ in TaskMachine.User(uid: 7, name: "alice", home: "/home/alice", shell: "/bin/sh") },
    program: { "/usr/bin/\($0)" })

  private static let periodic = """
    command: [/bin/echo, hello]
    directory: /srv
    signal: INT
    umask: "077"
    environment: {RESTIC_REPOSITORY: /mnt/backup}
    kind: processing
    earliest: 2026-03-03T01:00:00Z
    latest: 2026-03-03T20:00:00Z
    at-latest: drop
    every: 1d
    flex: 6h
    requires: [power, unmetered, path=/mnt/a b]
    prefers: [idle, screen-off]
    condition: "ping -c1 'nas' # a comment"
    budget: 9m
    grace: 2s
    allow-battery: yes
    expedited: yes
    group: disk
    priority: 5
    tags: [photos, nightly]
    retries: 7
    retry-on: abnormal
    backoff: linear
    backoff-delay: 1m
    limits: {memory: 2G, tasks: 40, cpu: 150%, cpu-weight: 20, io-weight: 10}
    on-closed-gate: freeze
    on-lost-preference: USR2
    early-signal: USR1
    ready: yes
    prevent-sleep: yes
    wake: yes
    on-failure: mail.service
    on-failure-command: echo failed >>failures
    on-overdue-command: echo late >>failures
    notify-after: 30d
    each-failure: yes
    """

  private static let calendar = """
    command: [/bin/echo, hello]
    kind: utility
    on: ["Mon,Wed..Fri 09:00", daily UTC]
    flex: 3h
    at-latest: drop
    """

  private static let exact = """
    command: [/bin/echo, hello]
    kind: utility
    on: "Mon,Wed..Fri 09:00"
    exact: yes
    at-latest: drop
    """

  private static let observer = """
    steps:
    - {name: one, command: [/bin/step, "1"], limit: 5m}
    - {name: two, command: [/bin/step, ""]}
    when-changed: [/home/alice/mail, inbox]
    at-most: every 90m
    update-delay: 2s
    longest-delay: 1m
    latest: 2d
    """

  private static let dependent = """
    command: [/bin/echo, hello]
    kind: utility
    after: [dump, pack]
    after-any: [sweep]
    """

  private func request(_ yaml: String) throws -> Request {
    let reading = TaskReading(["x.yaml": yaml])
    #expect(reading.problems.isEmpty, "\(reading.messages)\n\(yaml)")
    return try #require(reading.tasks.first).request(
      on: machine, now: now, zone: FixedZone(secondsFromUTC: 0))
  }

  /// Writes a request to a file, and reads a request from it.
  private func again(_ request: Request) throws -> (text: String, request: Request) {
    let text = TaskText.yaml(request, zone: FixedZone(secondsFromUTC: 0))
    return (text, try self.request(text))
  }

  private func expectSame(_ again: Request, as request: Request, _ text: String) {
    // A task file always names the kind, even if the submission did not.
    var terms = request.terms
    terms.namedKind = terms.kind
    // The exported file is another one.
    terms.declaration = again.terms.declaration
    #expect(again.terms == terms, "\(text)")
    #expect(again.window == request.window, "\(text)")
    #expect(again.period == request.period)
    #expect(again.progress.changes == request.progress.changes)
  }

  @Test func everyKeyComesBack() throws {
    var keys: Set<String> = []
    for yaml in [Self.periodic, Self.observer, Self.calendar, Self.exact, Self.dependent] {
      let request = try request(yaml)
      let (text, again) = try again(request)
      expectSame(again, as: request, text)
      for line in text.split(separator: "\n") {
        keys.insert(String(line.prefix { $0 != ":" }))
      }
    }
    let missing = TaskKey.all.filter { !keys.contains($0) && !["unit", "user"].contains($0) }
    #expect(missing.isEmpty, "give them a value here, and write them: \(missing)")
  }

  @Test func aUnitComesBack() throws {
    let request = try request("unit: fstrim.service\nevery: 7d\nlatest: 14d")
    #expect(request.terms.command.unit == "fstrim.service")
    expectSame(try again(request).request, as: request, "")
  }

  @Test func theEarliestDateOfACalendarComesBack() throws {
    let yaml = "command: [/bin/true]\nkind: utility\non: daily"
    #expect(try !again(try request(yaml)).text.contains("earliest"))
    let putOff = try request("\(yaml)\nearliest: 2026-06-01T00:00:00Z")
    let (text, read) = try again(putOff)
    #expect(text.contains("earliest: 2026-06-01T00:00:00+00:00\n"))
    expectSame(read, as: putOff, text)
    // The next windows are those of the calendar.
    var later = putOff
    later.period = putOff.period?.inNextInterval(after: putOff.window.opens)
    #expect(!TaskText.yaml(later, zone: FixedZone(secondsFromUTC: 0)).contains("earliest"))
  }

  /// Returns `request` after a late run, after which a rest opens its next window two hours after its interval.
  private func rested(_ request: Request) throws -> Request {
    var rested = request
    let lateStart = request.window.opens + .hours(20)
    let period = try #require(request.period?.inNextInterval(after: lateStart))
    rested.period = period
    rested.window = period.window(atLatest: .relax, rest: .hours(6))
    #expect(rested.window.opens == period.begins + .hours(2))
    return rested
  }

  @Test func aRestMovesNoDate() throws {
    let yaml = "command: [/bin/true]\nkind: utility\nevery: 1d\nlatest: 5h\n"
    let request = try request(yaml + "earliest: 2026-03-03T01:00:00Z")
    let (text, again) = try again(rested(request))
    #expect(text.contains("\nearliest: 2026-03-04T01:00:00+00:00\nlatest: 5h\n"))
    #expect(again.period?.anchor == request.period.map { $0.anchor + .days(1) })
    #expect(again.period?.latestAfter == .hours(5))
  }

  @Test func anEarliestDateThatIsNotNamedIsNotWritten() throws {
    let request = try request("command: [/bin/true]\nkind: utility\nevery: 1d\nlatest: 2d")
    for request in [request, try rested(request)] {
      let (text, again) = try again(request)
      #expect(!text.contains("earliest") && text.contains("\nlatest: 2d\n"), "\(text)")
      #expect(again.window.latest == now + .days(2))
    }
  }

  @Test func anotherCalendarKeepsTheEarliestDate() throws {
    let yaml = "command: [/bin/true]\nearliest: 2026-06-01T00:00:00Z\n"
    let task = try #require(TaskReading(["x.yaml": yaml + "on: daily"]).tasks.first)
    let other = try #require(TaskReading(["x.yaml": yaml + "on: weekly"]).tasks.first)
    #expect(other.fields(differingFrom: task) == ["earliest", "on"])
  }

  @Test func nothingIsWrittenOfWhatIsAsUnlessGiven() throws {
    let text = try again(try request("command: [/bin/true]\nwhen-changed: [mail]")).text
    let keys = text.split(separator: "\n").filter { !$0.hasPrefix(" ") }.map {
      $0.prefix { $0 != ":" }
    }
    #expect(keys == ["command", "directory", "environment", "kind", "latest", "when-changed"])
  }

  @Test(arguments: [
    "", " ", "a: b", "#x", "a #b", "'", "\"", "\\", "\n", "a\nb\n", "\t", "\r", "\u{7}",
    "\u{1b}[31m",
    "é", "e\u{301}", "\u{1F600}", "\u{85}", "\u{2028}", "~", "null", "Null", "yes",
    "off",
    "-", "--", "---", "-c", "- a", "[x]", "{a}", "*a", "&a", "!t", "%d", "@x", "`x`", "0x10", "1e3",
    "017", "2026-03-02", "a,b", "a]", "?", "? a", "x:", ":x", "|", ">", "=", "<<", "$HOME",
  ])
  func everyWordComesBack(word: String) throws {
    var request = try request("command: [/bin/true]\nevery: 1d")
    request.terms.command.arguments = ["/bin/echo", word, "\(word)\(word)", word]
    request.terms.command.environment["VALUE"] = word
    let (text, again) = try again(request)
    let (found, expected) = (again.terms.command, request.terms.command)
    #expect(
      found.arguments.map { Array($0.utf8) } == expected.arguments.map { Array($0.utf8) }, "\(text)"
    )
    #expect(found.environment["VALUE"].map { Array($0.utf8) } == Array(word.utf8))
  }

  @Test func longListsAreWrittenLineByLine() throws {
    var request = try request("command: [/bin/true]\nevery: 1d")
    request.terms.command.arguments += (0..<40).map { "argument-\($0)" }
    let (text, again) = try again(request)
    #expect(text.contains("  - argument-39\n"))
    #expect(again.terms.command.arguments == request.terms.command.arguments)
  }

  @Test func whatDiffersIsNamedByItsField() throws {
    let task = try #require(TaskReading(["x.yaml": Self.periodic]).tasks.first)
    var other = task
    #expect(other.fields(differingFrom: task).isEmpty)
    (other.terms.every, other.terms.allowsBattery, other.latest) = (nil, false, "06:00")
    #expect(other.fields(differingFrom: task) == ["latest", "every", "allowBattery"])
  }
}
