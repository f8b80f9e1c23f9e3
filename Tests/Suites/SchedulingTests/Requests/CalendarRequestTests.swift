import Testing

@testable import Scheduling

/// Requests that repeat at the dates of calendar events. The clock begins on Monday, 2 March 2026, at 06:30.
struct CalendarRequestTests {
  private func submit(
    _ texts: [String], to world: inout World, _ change: (inout Submission) -> Void = { _ in }
  ) throws {
    let events = try texts.map { try #require(CalendarEvent(stored: $0)) }
    world.submit("report") {
      $0.terms.calendar = events
      change(&$0)
    }
  }

  private func window(_ world: World) throws -> [String?] {
    let window = try #require(world.scheduler.request(world.key("report"))?.window)
    return [window.opens, window.latest].map {
      $0.map { String(UniversalTime.text($0).prefix(16)) }
    }
  }

  @Test func aDateOpensAWindowUntilTheNextOne() throws {
    var world = World()
    try submit(["Mon..Fri 09:00"], to: &world)
    #expect(try window(world) == ["2026-03-02T09:00", "2026-03-03T09:00"])
    world.passUntilRunning("report")
    #expect(world.isRunning("report"))
    world.finish("report")
    #expect(try window(world) == ["2026-03-03T09:00", "2026-03-04T09:00"])
  }

  @Test func theFlexClosesTheWindow() throws {
    var world = World()
    try submit(["Fri 18:00"], to: &world) { $0.terms.flex = .hours(6) }
    #expect(try window(world) == ["2026-03-06T18:00", "2026-03-07T00:00"])
  }

  @Test func missedDatesAreMadeUpOnce() throws {
    var world = World(.power(.battery), .battery(1))
    try submit(["09:00"], to: &world)
    world.pass(.days(4))
    #expect(!world.isRunning("report"))
    world.set([.power(.ac), .battery(90)])
    world.passUntilRunning("report")
    #expect(world.isRunning("report"))
    world.finish("report")
    #expect(try window(world) == ["2026-03-06T09:00", "2026-03-07T09:00"])
    #expect(!world.isRunning("report"))
  }

  @Test func theLastDateIsThatOfARequestThatRunsOnce() throws {
    var world = World()
    try submit(["2026-03-03..05 09:00"], to: &world)
    world.pass(.hours(4))
    for day in 3...5 {
      #expect(try window(world).first == "2026-03-0\(day)T09:00")
      world.passUntilRunning("report")
      world.finish("report")
    }
    #expect(world.scheduler.request(world.key("report")) == nil)
    #expect(world.started.count == 3)
  }

  @Test func inPlaceOfATimerItStaysAfterItsLastDate() throws {
    var world = World()
    try submit(["2026-03-02 10:00"], to: &world) {
      $0.terms.timer = AdoptedTimer(name: "once.timer", fileState: "enabled", wasActive: true)
    }
    world.passUntilRunning("report")
    world.finish("report")
    let request = try #require(world.scheduler.request(world.key("report")))
    // Otherwise the store sets it aside at the next start.
    #expect(request.misfit == nil && request.isStanding)
    #expect(request.window.latest == nil)
    let explanation = try #require(world.explain("report"))
    #expect(explanation.next == nil)
    let text = explanation.causes.first?.text ?? ""
    #expect(text.contains("has passed; `rubatoctl release once.timer` ends it"))
    world.send(.zone(secondsFromUTC: 7200))
    world.restart()
    world.pass(.days(400))
    #expect(world.started.count == 1)
    #expect(world.scheduler.request(world.key("report"))?.window == request.window)
  }

  @Test(arguments: [["2026,2199-12-30"], ["2199-12-30"]])
  func datesInTheFarFutureCanBeStored(texts: [String]) throws {
    var world = World()
    try submit(texts, to: &world)
    let request = try #require(world.scheduler.request(world.key("report")))
    #expect(request.misfit == nil)
    let settings = Settings()
    #expect(request.renewed(after: request.window.opens, settings).misfit == nil)
  }

  @Test func aSingleDateHasTheUsualWindowAndIsGivenUpLikeARequestThatRunsOnce() throws {
    var world = World()
    try submit(["2026-03-03 09:00"], to: &world) { $0.terms.retries = 0 }
    #expect(try window(world) == ["2026-03-03T09:00", "2026-03-06T09:00"])
    // A forced run before the date is an additional run.
    world.run("report", .force)
    world.finish("report")
    #expect(try window(world).first == "2026-03-03T09:00")
    world.pass(.hours(4))
    world.passUntilRunning("report")
    world.finish("report", exit: 1)
    #expect(world.scheduler.failedRequest(world.key("report")) != nil)
  }

  @Test func aSingleDateThatIsMissedCanBeDropped() throws {
    var world = World(.power(.battery), .battery(1))
    try submit(["2026-03-03 09:00"], to: &world) {
      $0.terms.flex = .hours(6)
      $0.terms.atLatest = .drop
    }
    world.pass(.days(2))
    #expect(world.scheduler.request(world.key("report")) == nil)
    #expect(world.started.isEmpty)
  }

  @Test func aClockThatWasAheadMovesNoDate() throws {
    var world = World()
    world.setClock(by: .days(40))
    try submit(["Mon 09:00"], to: &world)
    world.setClock(by: .hours(-25))
    #expect(try window(world) == ["2026-04-13T09:00", "2026-04-20T09:00"])
  }

  @Test func datesFollowTheClocksOfTheMachine() throws {
    var world = World()
    try submit(["09:00", "*-*-* 20:00 X/Y|UTC0"], to: &world)
    world.send(.zone(secondsFromUTC: 7200))
    // 09:00 on these clocks is 07:00 UTC.
    #expect(try window(world) == ["2026-03-02T07:00", "2026-03-02T20:00"])
  }

  @Test func datesOfANamedZoneStay() throws {
    var world = World()
    try submit(["09:00 Europe/Berlin|CET-1CEST,M3.5.0,M10.5.0/3"], to: &world)
    world.send(.zone(secondsFromUTC: 7200))
    #expect(try window(world) == ["2026-03-02T08:00", "2026-03-03T08:00"])
  }

  @Test func theSameSubmissionKeepsItsWindow() throws {
    var world = World(.power(.battery), .battery(1))
    try submit(["09:00"], to: &world)
    world.pass(.days(2))
    let before = try window(world)
    try submit(["09:00"], to: &world)
    #expect(try window(world) == before)
    try submit(["10:00"], to: &world)
    #expect(try window(world) == ["2026-03-04T10:00", "2026-03-05T10:00"])
  }

  @Test(arguments: [
    ("*-02-30", "never comes"), ("2026-01-05 09:00", "'2026-01-05 09:00' has passed; give"),
    ("*:*:0/10", "comes again after 10s"),
  ])
  func datesThatCannotBeKeptAreRefused(text: String, words: String) throws {
    var world = World()
    let event = try #require(CalendarEvent(text))
    let refusal = try #require(world.refusal { $0.terms.calendar = [event] })
    #expect(refusal.field == "on")
    #expect(refusal.message.contains(words), "\(refusal.message)")
  }

  @Test func thereAreNotManyEventsAndNoneIsLong() throws {
    var world = World()
    let event = try #require(CalendarEvent("daily"))
    let many = world.refusal { $0.terms.calendar = Array(repeating: event, count: 17) }
    #expect(many?.code == .limit)
    let minutes = Array(repeating: "30", count: 200).joined(separator: ",")
    let long = try #require(CalendarEvent("*:\(minutes)"))
    #expect(world.refusal { $0.terms.calendar = [long] }?.code == .limit)
  }

  @Test func anotherRepetitionIsRefused() throws {
    var world = World()
    let event = try #require(CalendarEvent("daily"))
    let refusal = world.refusal {
      $0.terms.calendar = [event]
      $0.terms.every = .days(1)
    }
    #expect(refusal?.field == "on")
    let second = world.refusal {
      $0.terms.calendar = [event]
      ($0.terms.flex, $0.latest) = (.hours(2), .after(.hours(3)))
    }
    #expect(second?.field == "flex")
  }
}
