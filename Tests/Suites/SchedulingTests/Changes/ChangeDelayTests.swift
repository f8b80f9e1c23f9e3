import Testing

@testable import Scheduling

/// Delays of a run because of further changes.
struct ChangeDelayTests {
  @Test func updatesPutARunOffButNotForEver() {
    var world = World()
    let begin = world.now
    world.observe("index") {
      $0.terms.needs.changes.updateDelay = .seconds(10)
      $0.terms.needs.changes.longestDelay = .seconds(60)
    }
    world.bump("mail")
    world.pass(.seconds(9))
    world.bump("mail")
    world.pass(.seconds(9))
    #expect(world.reasons("index") == [.earliest])
    world.pass(.seconds(1))
    world.finish("index")
    for _ in 0..<80 {
      world.bump("mail")
      world.pass(.seconds(1))
    }
    #expect(world.starts(of: "index", after: begin) == [19, 79])
  }

  /// For example, if thousands of files are written into a directory.
  @Test func changesOfPathsWaitForASecondOfQuietUnlessTheyAreToldNotTo() {
    var world = World()
    let begin = world.now
    world.observe("index")
    world.observe("eager") { $0.terms.needs.changes.updateDelay = .zero }
    for number in 0..<260 {
      world.change("/home/me/in", "\(number)")
      if world.isRunning("eager") { world.finish("eager") }
      world.pass(.milliseconds(100))
    }
    #expect(world.waits("index"))
    world.pass(.seconds(1))
    let starts = world.starts(of: "index", after: begin)
    #expect(starts.count == 1 && starts[0] > 26 && starts[0] <= 26.9, "\(starts)")
    #expect(world.starts(of: "eager", after: begin).count > 200)
  }

  @Test func aKeyThatIsBumpedDoesNotWait() {
    var world = World()
    world.observe("index")
    world.change("/home/me/in")
    #expect(world.waits("index"))
    world.bump("mail")
    #expect(world.isRunning("index"))
  }

  /// Each change that delays a run is a write to the disk.
  @Test func aStormIsRecordedFourTimesASecond() {
    var world = World()
    world.observe("index")
    var commits = 0
    for number in 0..<100 {
      world.change("/home/me/in", "\(number)")
      commits += world.changesOfLastEvent
      world.letTimeGo(.milliseconds(50))
    }
    #expect(commits == 20)
  }
}
