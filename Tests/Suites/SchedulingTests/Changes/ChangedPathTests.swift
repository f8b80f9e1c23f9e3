import Testing

@testable import Scheduling

/// Reports of changed paths, and the paths that requests can watch.
struct ChangedPathTests {
  /// A change while no daemon was watching is detected by the state of the path.
  @Test func aPathThatLooksOtherwiseThanBeforeHasChanged() {
    var world = World()
    world.observe("index")
    world.watched("/home/me/in", "a", changed: world.now.wall - .hours(1))
    #expect(world.reasons("index") == [.unchanged])
    world.restart()
    world.watched("/home/me/in", "a", changed: world.now.wall - .hours(1))
    #expect(world.reasons("index") == [.unchanged])
    world.restart()
    world.watched("/home/me/in", "b")
    world.pass(.seconds(1))
    #expect(world.isRunning("index"))
  }

  /// The change occurs between the submission and the first poll.
  @Test func aChangeBehindTheSubmissionCountsThoughNobodyWatchedYet() {
    var world = World()
    world.observe("index")
    world.pass(.seconds(1))
    world.watched("/home/me/in", "a", changed: world.now.wall - .milliseconds(500))
    world.pass(.seconds(1))
    #expect(world.isRunning("index"))
  }

  /// Otherwise the next daemon would take each storm of changes for a new one.
  @Test func howItLooksWhenARunBeginsIsKept() {
    var world = World(.power(.battery), .battery(80))
    world.observe("index") { $0.terms.requires = .power }
    world.watched("/home/me/in", "a", changed: world.now.wall - .hours(1))
    for stamp in ["b", "c", "d"] { world.change("/home/me/in", stamp) }
    world.set(.power(.ac))
    world.pass(.minutes(2))
    world.finish("index")
    world.restart()
    world.watched("/home/me/in", "d")
    #expect(world.reasons("index") == [.unchanged])
  }

  @Test func whatCannotBeWatchedIsToldUntilItIs() {
    var world = World()
    world.observe("index")
    world.send(
      .changed(
        [
          ChangeReport(owner: World.user, pathOrKey: "/home/me/in", .unwatchable("no more watches"))
        ], nil
      ))
    let warnings = world.explain("index")?.warnings ?? []
    #expect(warnings.map(\.code) == [.notWatched])
    #expect(warnings.first?.text == "not all changes of /home/me/in are detected: no more watches")
    world.watched("/home/me/in", "a", changed: world.now.wall - .hours(1))
    #expect(world.explain("index")?.warnings.isEmpty == true)
  }

  @Test func pathsAreWatchedAsLongAsSomebodyWaits() {
    var world = World()
    let user = World.user
    world.observe("index")
    world.observe("copy")
    let version = world.scheduler.observedPathVersions.first { $0.owner == user }?.version
    #expect(world.scheduler.observedPaths(of: user) == ["/home/me/in"])
    #expect(world.scheduler.observerCount(of: "mail", by: user) == 2)
    world.cancel("index")
    #expect(world.scheduler.observedPaths(of: user) == ["/home/me/in"])
    #expect(world.scheduler.observedPathVersions.first?.version == version)
    world.cancel("copy")
    #expect(world.scheduler.observedPaths(of: user) == [])
    #expect(world.scheduler.observedPathVersions.first?.version != version)
    #expect(world.scheduler.observedPaths(of: 0) == [])
  }

  // MARK: Allowed paths

  @Test(arguments: [
    (["relative/path"], "whenChanged"), (["/home/me/../you"], "whenChanged"), ([""], "whenChanged"),
    (["two words"], "whenChanged"), ((0...16).map { "key-\($0)" }, "whenChanged"),
  ])
  func whatCannotBeWatchedIsRefused(watched: [String], field: String) {
    var world = World()
    let refusal = world.refusal { $0.terms.needs.changes.watched = ChangeTrigger.named(watched) }
    #expect(refusal?.field == field)
  }

  @Test func whatMeansNothingBesideItIsRefused() {
    var world = World()
    func refusal(_ change: (inout ChangeTrigger) -> Void) -> String? {
      world.refusal { change(&$0.terms.needs.changes) }?.field
    }
    #expect(refusal { $0.atMost = .hours(1) } == "atMost")
    #expect(refusal { $0.updateDelay = .seconds(1) } == "updateDelay")
    #expect(refusal { ($0.watched, $0.atMost) = (["a"], .zero) } == "atMost")
    #expect(refusal { ($0.watched, $0.updateDelay) = (["a"], .milliseconds(1)) } == "updateDelay")
    #expect(refusal { ($0.watched, $0.updateDelay) = (["a"], .zero) } == nil)
    #expect(refusal { ($0.watched, $0.longestDelay) = (["a"], .seconds(5)) } == "longestDelay")
    #expect(
      refusal { ($0.watched, $0.updateDelay, $0.longestDelay) = (["a"], .seconds(9), .seconds(5)) }
        == "longestDelay")
    let every = world.refusal {
      $0.terms.needs.changes.watched = ["a"]
      $0.terms.every = .hours(1)
    }
    #expect(every?.field == "every")
  }

  @Test(arguments: [
    ("immediately", nil), ("hourly", Duration.hours(1)), ("daily", .days(1)), ("weekly", .days(7)),
    ("every 90m", .minutes(90)),
  ])
  func frequenciesAreWordsOrIntervals(text: String, interval: Duration?) throws {
    #expect(try Frequency.read(text, field: "atMost") == interval)
    #expect(try Frequency.read(Frequency.words(interval), field: "atMost") == interval)
  }

  @Test(arguments: ["", "often", "every", "every day", "1h", "every -1h", "every 0s"])
  func otherWordsAreNoFrequency(text: String) {
    #expect(throws: Refusal.self) { try Frequency.read(text, field: "atMost") }
  }
}
