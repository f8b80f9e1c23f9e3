import Testing

@testable import Scheduling

/// Every refusal names the field, the value and the allowed values.
struct ValidationTests {
  /// An error in a submission, and the text of its refusal.
  struct Mistake: Sendable, CustomTestStringConvertible {
    var field: String
    var value: String
    var hint: String
    var make: @Sendable (inout Submission) -> Void

    init(
      _ field: String, _ value: String, _ hint: String,
      _ make: @escaping @Sendable (inout Submission) -> Void
    ) {
      (self.field, self.value, self.hint, self.make) = (field, value, hint, make)
    }

    var testDescription: String { "\(field) '\(value)'" }
  }

  private static let name = "1 to 128 letters, digits"

  @Test(arguments: [
    Mistake("id", "", name) { $0.id = "" },
    Mistake("id", "-rf", name) { $0.id = "-rf" },
    Mistake("id", ".hidden", name) { $0.id = ".hidden" },
    Mistake("id", "../etc", name) { $0.id = "../etc" },
    Mistake("id", "a b", name) { $0.id = "a b" },
    Mistake("id", "a\nb", name) { $0.id = "a\nb" },
    Mistake("id", "a\u{0}", name) { $0.id = "a\u{0}" },
    Mistake("id", "Größe", name) { $0.id = "Größe" },
    Mistake("id", "e\u{301}", name) { $0.id = "e\u{301}" },
    Mistake("id", "٣", name) { $0.id = "٣" },
    Mistake("id", "💾", name) { $0.id = "💾" },
    Mistake("id", String(repeating: "a", count: 129), name) {
      $0.id = String(repeating: "a", count: 129)
    },
    Mistake("id", String(repeating: "a", count: 140), name) {
      $0.id = String(repeating: "a", count: 1_000_000)
    },
    Mistake("app", "a/b", name) { $0.app = "a/b" },
    Mistake("group", "no group", name) { $0.terms.group = "no group" },
    Mistake("group", "", name) { $0.terms.group = "" },
  ])
  func refusesOddNames(mistake: Mistake) throws {
    try expectRefusal(of: mistake)
  }

  @Test(arguments: [
    Mistake("budget", "0s", "100ms to 1d") { $0.terms.budget = .zero },
    Mistake("budget", "-5s", "100ms to 1d") { $0.terms.budget = .seconds(-5) },
    Mistake(
      "budget", "1d1s",
      "the maximum of kind utility; 'utility.longest-budget' in the policy file raises it"
    ) {
      $0.terms.budget = .seconds(86_401)
    },
    Mistake("budget", "106751d23h47m16s854ms", "100ms") { $0.terms.budget = .seconds(Int64.max) },
    Mistake("grace", "-1s", "0s to 1m") { $0.terms.grace = .seconds(-1) },
    Mistake("grace", "1m1s", "0s to 1m") { $0.terms.grace = .seconds(61) },
    Mistake("every", "-1m", "1m to 366d") { $0.terms.every = .seconds(-60) },
    Mistake("every", "0s", "1m to 366d") { $0.terms.every = .zero },
    Mistake("every", "59s", "1m to 366d") { $0.terms.every = .seconds(59) },
    Mistake("every", "400d", "1m to 366d") { $0.terms.every = .days(400) },
    Mistake("every", "106751d23h47m16s854ms", "1m to 366d") {
      $0.terms.every = .seconds(Int64.max)
    },
    Mistake("flex", "30s", "1m to 1h, the interval") {
      $0.terms.every = .hours(1)
      $0.terms.flex = .seconds(30)
    },
    Mistake("flex", "2h", "1m to 1h, the interval") {
      $0.terms.every = .hours(1)
      $0.terms.flex = .hours(2)
    },
    Mistake("flex", "2h", "also give `every`") { $0.terms.flex = .hours(2) },
    Mistake("every", "400d", "1m to 366d") {
      $0.terms.every = .days(400)
      $0.terms.flex = .hours(2)
    },
    Mistake("backoffDelay", "9s", "10s to 5h") { $0.terms.backoff.first = .seconds(9) },
    Mistake("backoffDelay", "5h1m", "10s to 5h") { $0.terms.backoff.first = .minutes(301) },
    Mistake("retries", "-1", "0 to 1000") { $0.terms.retries = -1 },
    Mistake("retries", "1001", "0 to 1000") { $0.terms.retries = 1001 },
  ])
  func refusesAbsurdNumbers(mistake: Mistake) throws {
    try expectRefusal(of: mistake)
  }

  @Test(arguments: [
    Mistake("earliest", "1970-01-01T00:00:00.000Z", "past") {
      $0.earliest = .at(WallTime(seconds: 0))
    },
    Mistake("earliest", "-1h from now", "past") { $0.earliest = .after(.hours(-1)) },
    Mistake("latest", "2026-03-01T00:00:00.000Z", "past") {
      $0.latest = .at(WallTime(seconds: 1_772_323_200))
    },
    Mistake("latest", "1h from now", "counted from now) is not after `earliest` (2026-03-02T08:30")
    {
      $0.earliest = .after(.hours(2))
      $0.latest = .after(.hours(1))
    },
    Mistake("latest", "2h from now", "an earlier `earliest`") {
      $0.earliest = .after(.hours(2))
      $0.latest = .after(.hours(2))
    },
    Mistake("latest", "2026-03-03T02:30:00.000Z", "not after the first window") {
      $0.latest = .at(WallTime(seconds: 1_772_433_000) + .hours(20))
      $0.terms.every = .days(1)
      $0.terms.flex = .hours(4)
    },
    Mistake("latest", "0s from now", "not after now") { $0.latest = .after(.zero) },
    Mistake("latest", "400d from now", "366 days") { $0.latest = .after(.days(400)) },
    Mistake("earliest", "106751d23h47m16s854ms from now", "366 days") {
      $0.earliest = .after(.seconds(Int64.max))
    },
    Mistake("earliest", "-106751d23h47m16s854ms from now", "past") {
      $0.earliest = .after(.seconds(Int64.min))
    },
    Mistake("latest", "2262-04-11T23:47:16.854Z", "366 days") {
      $0.latest = .at(WallTime(seconds: .max))
    },
    Mistake("atLatest", "drop", "also give `latest`") { $0.terms.atLatest = .drop },
  ])
  func refusesImpossibleDates(mistake: Mistake) throws {
    try expectRefusal(of: mistake)
  }

  @Test(arguments: [
    Mistake("command.arguments", "", "absolute path") { $0.terms.command.arguments = [] },
    Mistake("command.arguments", "restic", "absolute path") {
      $0.terms.command.arguments = ["restic"]
    },
    Mistake("command.arguments", "a\u{0}b", "NUL") {
      $0.terms.command.arguments = ["/bin/x", "a\u{0}b"]
    },
    Mistake("command.directory", "home", "absolute path") { $0.terms.command.directory = "home" },
    Mistake("command.directory", "/srv/..", "without '..'") {
      $0.terms.command.directory = "/srv/.."
    },
    // A slash and a combining accent are one character.
    Mistake("command.directory", "/../\u{301}", "without '..'") {
      $0.terms.command.directory = "/../\u{301}"
    },
    Mistake("command.umask", "512", "0 to 511") { $0.terms.command.umask = 512 },
    Mistake("command.signal", "0", "1 to 64") { $0.terms.command.signal = 0 },
    Mistake("command.signal", "65", "1 to 64") { $0.terms.command.signal = 65 },
    Mistake("command.signal", "-9", "1 to 64") { $0.terms.command.signal = -9 },
    Mistake("command.environment", "A=B", "without '='") {
      $0.terms.command.environment = ["A=B": "c"]
    },
    Mistake("command.environment", "", "without '='") { $0.terms.command.environment = ["": "c"] },
    // A letter that consists of the sign and a combining stroke.
    Mistake("command.environment", "A=\u{338}B", "ASCII") {
      $0.terms.command.environment = ["A=\u{338}B": "c"]
    },
    Mistake("command.environment", "é", "ASCII") { $0.terms.command.environment = ["é": "c"] },
    Mistake("command.environment", "A", "NUL") { $0.terms.command.environment = ["A": "\u{0}"] },
    // The kernel counts a NUL, too.
    Mistake("command.arguments", "131072 bytes", "at most 131071 bytes") {
      $0.terms.command.arguments = ["/bin/x", String(repeating: "a", count: 131_072)]
    },
    Mistake("command.environment", "A", "at most 131071 bytes") {
      $0.terms.command.environment = ["A": String(repeating: "a", count: 131_070)]
    },
  ])
  func refusesCommandsThatCannotBeExecuted(mistake: Mistake) throws {
    try expectRefusal(of: mistake)
  }

  private func expectRefusal(of mistake: Mistake) throws {
    var world = World()
    let before = world.snapshot
    let answer = world.submit("task", .utility, mistake.make)
    let refusal = try #require(answer?.refusal)
    #expect(refusal.code == .invalid)
    #expect(refusal.field == mistake.field)
    #expect(refusal.value == mistake.value)
    #expect(refusal.message.contains(mistake.hint), "\(refusal.message)")
    // A refused submission has no partial effect.
    #expect(world.snapshot == before)
    #expect(world.scheduler.allRequests.isEmpty)
    #expect(world.effects.count == 1)
  }

  @Test(arguments: [
    "a", "backup", "com.example.feed", "restic@home", "a_b-c:d.e", "7zip",
    String(repeating: "a", count: 128),
  ])
  func takesPlainNames(id: String) {
    var world = World()
    #expect(world.submit(id)?.acceptance?.request.key.id == id)
  }

  @Test(arguments: [
    (Kind.refresh, Duration.seconds(30)), (.processing, .days(1)), (.push, .seconds(30)),
    (.maintenance, .days(1)), (.utility, .days(1)), (.userInitiated, .days(7)),
  ])
  func takesBudgetsUpToTheKindsLongest(kind: Kind, longest: Duration) {
    var world = World()
    #expect(world.submit("most", kind) { $0.terms.budget = longest }?.acceptance != nil)
    #expect(world.submit("least", kind) { $0.terms.budget = .milliseconds(100) }?.acceptance != nil)
    let refusal = world.refusal(of: "more", kind) { $0.terms.budget = longest + .milliseconds(1) }
    #expect(refusal?.field == "budget")
  }

  @Test func rootsMaintenanceTakesSevenDays() {
    var world = World()
    #expect(
      world.submit("scrub", .maintenance) {
        $0.owner = 0
        $0.terms.budget = .days(7)
      }?.acceptance != nil)
    let more = world.refusal(of: "more", .maintenance) {
      $0.owner = 0
      $0.terms.budget = .days(7) + .seconds(1)
    }
    #expect(more?.message.contains("100ms to 7d (the maximum of kind maintenance for root") == true)
    #expect(more?.message.contains("checkpoints") == true)
    let users = world.refusal(of: "users", .maintenance) { $0.terms.budget = .days(2) }
    #expect(users?.message.contains("for users other than root; 'maintenance.longest") == true)
  }

  @Test func aMaximumOfThePolicyIsForRootAsWell() {
    var settings = Settings()
    settings.maintenance.longestBudget = .days(2)
    var world = World(settings: settings)
    for owner: UInt32 in [0, World.user] {
      let refusal = world.refusal(of: "more", .maintenance) {
        $0.owner = owner
        $0.terms.budget = .days(2) + .seconds(1)
      }
      #expect(refusal?.message.contains("100ms to 2d (the maximum of kind maintenance;") == true)
    }
  }

  @Test func aSlowClockMaySayNow() {
    var world = World()
    let now = world.now.wall
    #expect(world.submit("now") { $0.earliest = .at(now - .seconds(60)) }?.acceptance != nil)
    #expect(world.refusal { $0.earliest = .at(now - .seconds(61)) }?.field == "earliest")
  }

  @Test func aCommandWithoutAKindIsMaintenanceWithinThreeDays() {
    var world = World()
    let request = world.submit("task", nil)?.acceptance?.request
    #expect(request?.terms.kind == .maintenance)
    #expect(request?.window.latest == world.now.wall + .days(3))
    #expect(request?.window.atLatest == .relax)
    let weekly = world.submit("weekly", nil) { $0.terms.every = .days(7) }?.acceptance?.request
    #expect(weekly?.window.latest == world.now.wall + .days(14))
    let drop = world.submit("drop", nil) { $0.terms.atLatest = .drop }?.acceptance?.request
    #expect(drop?.window.atLatest == .drop)
  }

  @Test func oneUserMayHaveSoManyRequestsWaiting() throws {
    var world = World(.storage(.full))
    for number in 0..<1000 {
      let answer = world.submit("task\(number)")
      try #require(answer?.acceptance != nil)
    }
    let answer = world.submit("onemore")
    let refusal = try #require(answer?.refusal)
    #expect(refusal.code == .limit)
    #expect(refusal.message.contains("1000 queued requests"))
    // Replaced requests and other users are not affected. A cancellation makes room.
    #expect(world.submit("task7")?.acceptance?.replaced == true)
    #expect(world.submit("onemore") { $0.owner = 1001 }?.acceptance != nil)
    world.cancel("task7")
    #expect(world.submit("onemore")?.acceptance != nil)
  }

  @Test func aRequestWithoutANameIsNamedAfterItsCommand() {
    var world = World(.storage(.full))
    func name(_ program: String) -> String? {
      world.submit(nil) { $0.terms.command.arguments = [program] }?.acceptance?.request.key.id
    }
    #expect(name("/usr/bin/restic") == "restic")
    #expect(name("/usr/bin/restic") == "restic-2")
    #expect(name("/opt/restic") == "restic-3")
    #expect(name("/opt/Große Sicherung") == "GroeSicherung")
    #expect(name("/opt/-x") == "task")
    #expect(name("/") == "task-2")
    #expect(name("/" + String(repeating: "a", count: 300)) == String(repeating: "a", count: 100))
  }
}
