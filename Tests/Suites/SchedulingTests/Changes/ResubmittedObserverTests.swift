import Testing

@testable import Scheduling

/// A request that waits for changes, and that its user submits again each day.
struct ResubmittedObserverTests {
  @Test(arguments: [false, true])
  func submittedAgainEveryDayItKeepsItsLatestDate(hasBegun: Bool) throws {
    var world = World(.power(hasBegun ? .ac : .battery), .battery(80))
    func submit(_ change: (inout Submission) -> Void = { _ in }) {
      world.observe("index") {
        $0.latest = .after(.days(3))
        $0.terms.requires = .power
        change(&$0)
      }
    }
    submit()
    world.pass(.hours(1))
    world.bump("mail")
    if hasBegun {
      world.passUntilRunning("index")
      world.finish("index", exit: 1)
      world.set(.power(.battery))
    }
    let window = try #require(world.scheduler.request(world.key("index"))?.window)
    world.pass(.days(1))
    submit()
    #expect(world.scheduler.request(world.key("index"))?.window == window)
    world.pass(.days(3))
    // It is late, and is not dropped for that immediately.
    submit { $0.terms.atLatest = .drop }
    #expect(
      world.scheduler.request(world.key("index"))?.window.latest == world.now.wall + .days(3))
    // A later earliest date is followed.
    let later = world.now.wall + .days(1)
    submit { $0.earliest = .at(later) }
    #expect(world.scheduler.request(world.key("index"))?.window.opens == later)
  }

  @Test func submittedAgainItsLastSuccessStays() {
    var world = World()
    world.observe("index")
    world.bump("mail")
    world.passUntilRunning("index")
    world.finish("index")
    let success = world.now.wall
    world.pass(.days(1))
    world.observe("index")
    #expect(world.scheduler.request(world.key("index"))?.progress.lastSuccess == success)
  }
}
