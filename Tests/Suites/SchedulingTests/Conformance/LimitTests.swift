import Testing

@testable import Scheduling

/// The limits of waiting requests and of the rate of submissions.
struct LimitTests {
  static let rows = [
    Row("L01", "300 submits in 5 min allowed, 500 submitted: 1 to 300 succeed, 301 to 500 do not") {
      var world = limited(300)
      let answers = (1...500).map { world.submitCounted($0) }
      #expect(answers == Array(repeating: true, count: 300) + Array(repeating: false, count: 200))
    },
    Row("L02", "the user that the daemon runs as: all 500 succeed") {
      var world = limited(300)
      let answers = (1...500).map { world.submitCounted($0, isCounted: false) }
      #expect(!answers.contains(false))
    },
    Row("L03", "the default limit: 250 submits succeed") {
      var world = World(.thermal(.critical))
      let answers = (1...251).map { world.submitCounted($0) }
      #expect(answers == Array(repeating: true, count: 250) + [false])
    },
  ]

  @Test(arguments: rows)
  func holds(row: Row) throws {
    try row.check()
  }

  private static func limited(_ count: Int) -> World {
    var settings = Settings()
    settings.submitRates = [SubmitRate(count: count, within: .minutes(5))]
    return World(settings: settings, .thermal(.critical))
  }

  @Test func inNoSpanOfAMinuteMoreThanTheRate() {
    var settings = Settings()
    settings.submitRates = [
      SubmitRate(count: 5, within: .minutes(1)), SubmitRate(count: 12, within: .minutes(5)),
    ]
    var world = World(settings: settings, .thermal(.critical))
    var random = SeededGenerator(seed: 7)
    var taken: [AwakeTime] = []
    for number in 0..<1000 {
      world.pass(.seconds(random.pick([0, 1, 7, 20])))
      let wasTaken = world.submitCounted(number)
      let inMinute = taken.count { world.now.awake - $0 < .minutes(1) }
      let inFive = taken.count { world.now.awake - $0 < .minutes(5) }
      #expect(wasTaken == (inMinute < 5 && inFive < 12))
      if wasTaken { taken.append(world.now.awake) }
    }
    #expect(taken.count > 100)
  }

  @Test func whatIsRefusedDoesNotCountAndTheRefusalSaysHowLong() {
    var world = Self.limited(2)
    for _ in 0..<5 {
      let refusal = world.refusal {
        $0.isCounted = true
        $0.terms.retries = -1
      }
      #expect(refusal?.code == .invalid)
    }
    #expect(world.submitCounted(1) == true)
    world.pass(.minutes(1))
    #expect(world.submitCounted(2) == true)
    let refusal = world.refusal(of: "third") { $0.isCounted = true }
    #expect(refusal?.code == .limit)
    #expect(refusal?.message.contains("try again in 240 s") == true, "\(refusal?.message ?? "")")
    #expect(!world.waits("third"))
    world.pass(.minutes(4))
    #expect(world.submitCounted(3) == true)
  }

  @Test func theRateOfOneUserIsNotAnothers() {
    var world = Self.limited(1)
    #expect(world.submitCounted(1) == true)
    world.submit("other") {
      $0.owner = 1001
      $0.isCounted = true
    }
    #expect(world.answer?.acceptance != nil)
  }

  @Test(arguments: [(Kind.refresh, 1), (.processing, 10)])
  func anAppHasSoManyWaiting(kind: Kind, limit: Int) {
    var world = World(.thermal(.critical))
    for app in ["reader", "chat"] { world.register(app) }
    let submit = { (world: inout World, id: String, app: String?) in
      world.submit(id, kind) { $0.app = app }?.refusal?.code
    }
    for number in 0..<limit { #expect(submit(&world, "task\(number)", "reader") == nil) }
    #expect(submit(&world, "more", "reader") == .limit)
    // A request with the same id is replaced. Other apps, other kinds and work without an app are not affected.
    #expect(submit(&world, "task0", "reader") == nil)
    #expect(submit(&world, "more", "chat") == nil)
    #expect(submit(&world, "more", nil) == nil)
    #expect(world.submit("push", .push) { $0.app = "reader" }?.acceptance != nil)
    world.cancel("task0", app: "reader")
    #expect(submit(&world, "more", "reader") == nil)
    #expect(submit(&world, "yet-more", "reader") == .limit)
    world.restart()
    #expect(submit(&world, "yet-more", "reader") == .limit)
  }

  @Test func whatRunsDoesNotWait() {
    var world = World()
    world.register("reader")
    world.submit("feed", .refresh) { $0.app = "reader" }
    #expect(world.isRunning("feed", app: "reader"))
    world.set(.storage(.full))
    #expect(world.submit("other", .refresh) { $0.app = "reader" }?.acceptance != nil)
    #expect(world.submit("third", .refresh) { $0.app = "reader" }?.refusal?.code == .limit)
  }

  @Test func anotherKindUnderTheSameIdMakesRoom() {
    var world = World(.thermal(.critical))
    world.register("reader")
    world.submit("feed", .refresh) { $0.app = "reader" }
    world.submit("feed", .processing) { $0.app = "reader" }
    #expect(world.submit("other", .refresh) { $0.app = "reader" }?.acceptance != nil)
    #expect(world.submit("feed", .refresh) { $0.app = "reader" }?.refusal?.code == .limit)
  }

  @Test(arguments: [
    (Kind.refresh, "fetch"), (.processing, "processing"), (.push, "remote-notification"),
  ])
  func anAppSubmitsOnlyWhatItsModesAreFor(kind: Kind, mode: String) throws {
    var world = World(.thermal(.critical))
    let submit = { (world: inout World, kind: Kind) in
      world.submit("task", kind) { $0.app = "reader" }?.refusal
    }
    world.register("reader")
    #expect(submit(&world, kind) == nil)
    world.register("reader") { $0.backgroundModes = ["audio"] }
    let refusal = try #require(submit(&world, kind))
    #expect(refusal.code == .notPermitted)
    #expect(refusal.field == "kind")
    #expect(refusal.value == kind.rawValue)
    #expect(refusal.message.contains(mode))
    #expect(submit(&world, .maintenance) == nil)
    world.register("reader") { $0.backgroundModes = ["audio", mode] }
    #expect(submit(&world, kind) == nil)
  }
}

extension World {
  /// Whether a submission that counts against its user's rate is accepted.
  fileprivate mutating func submitCounted(_ number: Int, isCounted: Bool = true) -> Bool {
    submit("task\(number)") { $0.isCounted = isCounted }?.acceptance != nil
  }
}
