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

  /// A late request gets a new window, so that it is not dropped immediately.
  @Test func aLateSubmissionOnAClockThatWasAheadWaitsForNoDate() throws {
    var world = World(.power(.battery), .battery(80))
    func submit() {
      world.observe("index") {
        $0.latest = .after(.hours(1))
        $0.terms.atLatest = .drop
        $0.terms.requires = .power
      }
    }
    submit()
    world.bump("mail")
    world.letTimeGo(.days(40))
    submit()
    world.setClock(by: .days(-40))
    world.pass(.seconds(1))
    let window = try #require(world.scheduler.request(world.key("index"))).window
    #expect(window.opens <= world.now.wall)
    #expect(window.latest.map { $0 - world.now.wall <= .hours(1) } == true)
  }

  /// The time of a file can be earlier than its report.
  @Test func anOldChangeOnAClockThatWasAheadWaitsForNoDate() throws {
    var world = World(.power(.battery), .battery(80))
    world.observe("index") {
      $0.latest = .after(.hours(1))
      $0.terms.requires = .power
    }
    world.watched("/home/me/in", "one")
    let old = world.now.wall
    world.letTimeGo(.days(40))
    world.watched("/home/me/in", "two", changed: old)
    world.setClock(by: .days(-40))
    let window = try #require(world.scheduler.request(world.key("index"))).window
    // Changes wait a moment for others.
    #expect(window.opens <= world.now.wall + .minutes(1))
  }
}
