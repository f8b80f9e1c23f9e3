import Testing

@testable import Scheduling

/// Limits of simultaneous runs, groups, and the order of requests.
struct CrowdTests {
  @Test(arguments: [
    (Kind.refresh, 2), (.processing, 1), (.push, 2), (.maintenance, 1), (.utility, 2),
    (.userInitiated, 4),
  ])
  func everyKindHasItsNumberOfRunsAtOnce(kind: Kind, limit: Int) {
    var world = World()
    for number in 0..<6 { world.submit("task\(number)", kind) }
    #expect(world.scheduler.runCount == limit)
    #expect(world.reasons("task5") == [.concurrencyLimit])
    world.finish("task0")
    #expect(world.scheduler.runCount == limit)
    #expect(world.started.last == "task\(limit)")
  }

  @Test func refreshAndPushShareTheirRuns() {
    var world = World()
    world.submit("feed", .refresh)
    world.submit("news", .push)
    world.submit("mail", .refresh)
    world.submit("chat", .push)
    #expect(world.scheduler.runCount == 2)
    #expect(world.reasons("mail") == [.concurrencyLimit])
    #expect(world.reasons("chat") == [.concurrencyLimit])
  }

  @Test func otherKindsDoNotCrowdEachOther() {
    var world = World()
    for kind in Kind.allCases where kind != .push { world.submit(kind.rawValue, kind) }
    #expect(world.scheduler.runCount == 5)
  }

  @Test func requestsOfOneGroupRunOneAfterTheOther() {
    var world = World()
    world.submit("one", .utility) { $0.terms.group = "disk" }
    world.submit("two", .userInitiated) { $0.terms.group = "disk" }
    world.submit("three", .refresh) { $0.terms.group = "net" }
    #expect(world.reasons("two") == [.group])
    #expect(world.isRunning("three"))
    world.finish("one")
    #expect(world.isRunning("two"))
  }

  @Test func groupsOfDifferentUsersHaveNothingToDoWithEachOther() {
    var world = World()
    world.submit("one", .utility) { $0.terms.group = "disk" }
    world.submit("two", .utility) {
      $0.terms.group = "disk"
      $0.owner = 1001
    }
    #expect(world.scheduler.runCount == 2)
  }

  /// Submits requests while none may start, then lets all of them be ready at the same time.
  private func order(of submissions: [(String, Kind, (inout Submission) -> Void)]) -> [String] {
    var settings = Settings()
    settings.appRunsAtOnce = 1
    settings.utilityRunsAtOnce = 1
    settings.userInitiatedRunsAtOnce = 1
    var world = World(settings: settings, .storage(.full), .load(30))
    for (id, kind, change) in submissions { world.submit(id, kind, change) }
    #expect(world.started.isEmpty)
    world.pass(.minutes(10))
    world.set(.storage(.ok))
    for _ in submissions {
      for run in world.scheduler.runs { world.finish(run.key.id) }
    }
    return world.started
  }

  @Test func whatAUserWaitsForComesFirst() {
    let order = order(of: [
      ("a", .utility, { _ in }), ("b", .utility, { $0.terms.isExpedited = true }),
    ])
    #expect(order == ["b", "a"])
  }

  @Test func thenWhatIsOverdue() {
    let order = order(of: [
      ("a", .utility, { $0.latest = .after(.hours(1)) }),
      ("b", .utility, { $0.latest = .after(.minutes(5)) }),
      ("c", .utility, { $0.terms.isExpedited = true }),
    ])
    #expect(order == ["c", "b", "a"])
  }

  @Test func thenPriority() {
    let order = order(of: [("a", .push, { _ in }), ("b", .refresh, { _ in })])
    #expect(order == ["b", "a"])
  }

  @Test func thenScore() {
    let order = order(of: [
      ("a", .utility, { _ in }),
      // The charger's row counts twice if power is required, and raises the mean.
      ("b", .utility, { $0.terms.requires = .power }),
    ])
    #expect(order == ["b", "a"])
  }

  @Test func thenTheAppServedLongestAgoThenWhatCameFirst() {
    var settings = Settings()
    settings.appRunsAtOnce = 1
    var world = World(settings: settings)
    for app in ["a", "b", "c"] { world.register(app) }
    for app in ["c", "a"] {
      world.submit("feed", .push) { $0.app = app }
      world.pass(.seconds(1))
      world.finish("feed", app: app)
    }
    world.set(.storage(.full))
    for (app, id) in [("a", "1"), ("c", "2"), ("b", "4"), ("b", "3")] {
      world.submit(id, .push) { $0.app = app }
    }
    world.set(.storage(.ok))
    var served: [String] = []
    while let run = world.scheduler.runs.first {
      served.append(run.key.id)
      world.finish(run.key.id, app: run.key.app)
    }
    // "b" has had no run. One run does not put its second request behind others.
    #expect(served == ["4", "2", "1", "3"])
  }

  @Test func thenWhatCameFirst() {
    let order = order(of: [
      ("b", .utility, { _ in }), ("c", .utility, { _ in }), ("a", .utility, { _ in }),
    ])
    #expect(order == ["b", "c", "a"])
  }

  @Test func ranksCompareInTheWrittenOrder() {
    let base = Rank(
      isUrgent: false, isOverdue: false, priority: 10, ownPriority: 0, score: 0.5, lastServed: nil,
      turn: Turn(sequence: 5), key: RequestKey(owner: 1, id: "m"))
    func rank(_ change: (inout Rank) -> Void) -> Rank {
      var rank = base
      change(&rank)
      return rank
    }
    let rising = [
      rank { ($0.isUrgent, $0.priority) = (true, 5) },
      rank { ($0.isOverdue, $0.priority) = (true, 5) },
      rank { ($0.priority, $0.score) = (11, 0) },
      rank { ($0.score, $0.lastServed) = (0.6, WallTime(seconds: 9)) },
      rank { ($0.turn, $0.key.id) = (Turn(sequence: 4), "z") },
      rank { ($0.turn, $0.key.id) = (Turn(sequence: 4, run: 9), "z") },
      rank { $0.key.id = "a" },
      base,
      rank { $0.key.owner = 2 },
      rank { ($0.turn, $0.key.id) = (Turn(sequence: 5, run: 2), "a") },
      rank { ($0.lastServed, $0.key.id) = (WallTime(seconds: -5), "a") },
      rank { ($0.lastServed, $0.key.id) = (WallTime(seconds: 5), "a") },
      rank { ($0.score, $0.key.id) = (0.4, "a") },
    ]
    #expect(rising.reversed().sorted() == rising)
    for (index, rank) in rising.enumerated() {
      for other in rising[(index + 1)...] {
        #expect(rank < other)
        #expect(!(other < rank))
      }
    }
    let own = rank { ($0.ownPriority, $0.score) = (1, 0) }
    #expect(own.precedesOfUser(base) && base < own && !base.precedesOfUser(own))
  }
}
