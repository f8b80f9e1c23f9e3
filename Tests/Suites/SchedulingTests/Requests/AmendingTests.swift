import Testing

@testable import Scheduling

/// Changes of a queued request, and the state that it keeps.
struct AmendingTests {
  /// Changes the request of `id`. Options that `change` does not set keep their values.
  @discardableResult
  private func amend(
    _ world: inout World, _ id: String, earliest: Bool = false, latest: Bool = false,
    _ change: (inout Submission) -> Void = { _ in }
  ) throws -> Answer? {
    let request = try #require(world.scheduler.request(world.key(id)))
    return world.submit(id, request.terms.kind) { submission in
      submission.terms.command = request.terms.command
      submission.terms.every = request.period?.every
      submission.terms.flex = request.period?.flex
      submission.terms.needs = request.terms.needs
      submission.amendment = Amendment(
        of: request, keepsEarliest: !earliest, keepsLatest: !latest)
      change(&submission)
    }
  }

  private func request(_ world: World, _ id: String = "backup") throws -> Request {
    try #require(world.scheduler.request(world.key(id)))
  }

  /// A nightly request that has run once.
  private func nightly() -> World {
    var world = World()
    world.submit("backup") { submission in
      submission.terms.every = .days(1)
      submission.earliest = .after(.hours(5))
      submission.latest = .after(.hours(10))
    }
    world.pass(.hours(5))
    world.pass(.minutes(10))
    world.finish("backup")
    return world
  }

  @Test func keepsItsDatesAndWhatItHasLearned() throws {
    var world = nightly()
    let old = try request(world)
    world.pass(.hours(1))
    let answer = try amend(&world, "backup") { $0.terms.retries = 8 }
    #expect(answer?.acceptance?.replaced == true && answer?.acceptance?.warnings.isEmpty == true)
    let new = try request(world)
    #expect(new.terms.retries == 8 && new.sequence != old.sequence)
    #expect(new.progress.lastSuccess == old.progress.lastSuccess && old.progress.lastSuccess != nil)
    #expect(
      new.window == old.window && new.period == old.period
        && new.progress.history == old.progress.history)
    #expect(new.submitted == old.submitted)
  }

  @Test func otherIntervalsAreCountedFromWhereTheFirstBegan() throws {
    var world = nightly()
    let begin = try request(world).period?.anchor
    world.pass(.minutes(30))
    try amend(&world, "backup") { $0.terms.every = .hours(12) }
    let new = try request(world)
    #expect(new.window.opens == begin.map { $0 + .hours(12) })
    #expect(new.progress.lastSuccess != nil)
    try amend(&world, "backup") { $0.terms.flex = .hours(2) }
    #expect(try request(world).window.opens == begin.map { $0 + .hours(22) })
  }

  /// The clock begins on Monday, 2 March 2026, at 06:30.
  @Test func aCalendarKeepsAnEarliestDateAhead() throws {
    let (daily, weekly) = (try #require(CalendarEvent("08:00")), try #require(CalendarEvent("Mon")))
    let repetitions: [(inout Submission) -> Void] = [
      { _ in }, { $0.latest = .after(.days(11)) }, { $0.terms.every = .days(1) },
      { $0.terms.calendar = [daily] },
    ]
    for repeats in repetitions {
      for (days, opens) in [(10, "2026-03-16"), (0, "2026-03-09")] {
        var world = World(.power(.battery), .battery(80))
        // Without power, it waits.
        world.submit("backup") {
          repeats(&$0)
          $0.terms.requires = .power
          if days > 0 { $0.earliest = .after(.days(days)) }
        }
        world.pass(.hours(1))
        let answer = try amend(&world, "backup") {
          $0.terms.every = nil
          $0.terms.requires = .power
          $0.terms.calendar = [weekly]
        }
        #expect(answer?.refusal == nil)
        let window = try request(world).window
        #expect(UniversalTime.text(window.opens).hasPrefix("\(opens)T00:00"))
        let begins = try request(world).period?.begins
        #expect(begins == window.opens)
        #expect(window.latest.map { $0 > window.opens } == true)
      }
    }
  }

  @Test func aCalendarWithoutADateAfterTheEarliestIsRefused() throws {
    var world = World()
    let once = try #require(CalendarEvent("2026-03-05"))
    world.submit("backup") { $0.earliest = .after(.days(10)) }
    #expect(try amend(&world, "backup") { $0.terms.calendar = [once] }?.refusal?.field == "on")
    #expect(try request(world).period == nil)
  }

  @Test func worksOfTheNightEndAtTheSameTimeWhereTheyBeginAtAnother() throws {
    var world = nightly()
    let old = try request(world)
    let later = old.window.opens + .hours(1)
    try amend(&world, "backup", earliest: true) { $0.earliest = .at(later) }
    let new = try request(world)
    #expect(new.window.opens == later && new.window.latest == old.window.latest)
    #expect(new.progress.lastSuccess == old.progress.lastSuccess)
  }

  @Test func aLatestDateIsThatOfTheWindowThatWaits() throws {
    var world = nightly()
    let old = try request(world)
    let latest = old.window.opens + .hours(2)
    try amend(&world, "backup", latest: true) { $0.latest = .at(latest) }
    let new = try request(world)
    #expect(new.window.opens == old.window.opens && new.window.latest == latest)
    #expect(new.period?.latestAfter == .hours(2))
    let refusal = try amend(&world, "backup", latest: true) {
      $0.latest = .at(old.window.opens - .minutes(1))
    }?.refusal
    #expect(refusal?.field == "latest")
    #expect(try request(world) == new)
  }

  @Test func aLatestDateAfterARestIsCountedFromTheInterval() throws {
    // 06:30 now; the windows are from midnight to 20:00.
    var world = World(.power(.battery), .battery(80))
    let midnight = world.now.wall + .minutes(1050)
    world.submit("backup") { submission in
      submission.terms.every = .days(1)
      submission.earliest = .at(midnight)
      submission.latest = .after(.hours(20))
      submission.terms.requires = .power
    }
    world.pass(.minutes(1050) + .hours(17))
    world.set(.power(.ac))
    world.passUntilRunning("backup")
    world.finish("backup")
    let old = try request(world)
    #expect(old.window.opens > midnight + .days(1))
    let latest = midnight + .days(1) + .hours(18)
    try amend(&world, "backup", latest: true) {
      $0.latest = .at(latest)
      $0.terms.requires = .power
    }
    let new = try request(world)
    #expect(new.window.opens == old.window.opens && new.window.latest == latest)
    #expect(new.period?.latestAfter == .hours(18))
  }

  @Test func skippedWindowsStayOnRecord() throws {
    var world = World(.power(.battery), .battery(80))
    world.submit("backup") { submission in
      submission.terms.every = .days(1)
      submission.latest = .after(.hours(2))
      submission.terms.requires = .power
      submission.terms.atLatest = .drop
    }
    world.pass(.hours(3))
    #expect(try request(world).skippedWindows?.count == 1)
    for (atLatest, hours) in [(AtLatest.relax, nil), (.drop, 3)] as [(AtLatest, Int?)] {
      try amend(&world, "backup", latest: hours != nil) {
        $0.terms.requires = .power
        $0.terms.atLatest = atLatest
        $0.latest = hours.map { .after(.hours($0)) }
      }
      #expect(try request(world).window.atLatest == atLatest)
      #expect(try request(world).skippedWindows?.count == 1)
    }
  }

  @Test func whatNoLongerRepeatsRunsOnceInItsNextWindow() throws {
    var world = nightly()
    let old = try request(world)
    try amend(&world, "backup") { $0.terms.every = nil }
    let new = try request(world)
    #expect(new.period == nil && new.window == old.window)
    try amend(&world, "backup") { $0.terms.every = .days(2) }
    #expect(try request(world).period?.anchor == old.window.opens)
    #expect(try request(world).window == old.window)
  }

  @Test func aWindowThatIsOpenAndLateStaysAsItIs() throws {
    var world = World(.power(.battery), .battery(10))
    world.submit("once", .maintenance) { submission in
      submission.latest = .after(.hours(1))
      submission.terms.requires = .power
    }
    let old = try request(world, "once")
    world.pass(.hours(3))
    let answer = try amend(&world, "once") {
      $0.terms.requires = .power
      $0.terms.group = "disk"
    }
    #expect(answer?.refusal == nil, "\(String(describing: answer?.refusal))")
    #expect(try request(world, "once").window == old.window)
  }

  @Test func changesWaitFurther() throws {
    var world = World()
    world.submit("mail") { submission in
      submission.terms.needs.changes.watched = ["inbox"]
      submission.latest = .after(.hours(3))
      submission.earliest = .after(.hours(2))
    }
    let old = try request(world, "mail")
    try amend(&world, "mail") { $0.terms.retries = 1 }
    let new = try request(world, "mail")
    #expect(new.progress.changes == old.progress.changes && new.window == old.window)
  }

  // MARK: Checkpoints

  /// Returns a request with three steps, one of which is done.
  private func stepwise() -> Request {
    var command = Command(arguments: [])
    command.steps = ["a", "b", "c"].map { Step(name: $0, arguments: ["/bin/\($0)"]) }
    var request = Request(
      key: RequestKey(owner: 1, id: "steps"), sequence: 1, Terms(command, kind: .utility),
      submitted: WallTime(seconds: 0), window: Window(opens: WallTime(seconds: 0)))
    request.progress.checkpoint = Checkpoint(stepsDone: 1)
    request.progress.checkpoint.data = "42"
    return request
  }

  private func checkpoint(_ change: (inout Command) -> Void) throws -> Checkpoint {
    let old = stepwise()
    var new = old
    new.progress.checkpoint = Checkpoint()
    change(&new.terms.command)
    let submission = Submission(owner: 1, command: new.terms.command)
    let amendment = Amendment(of: old, keepsEarliest: true, keepsLatest: true)
    try new.amend(old, submission, amendment, Settings(), at: World().now)
    return new.progress.checkpoint
  }

  @Test func stepsThatAreDoneStayDoneWhereTheyAreTheSame() throws {
    let old = stepwise().progress.checkpoint
    #expect(try checkpoint { _ in } == old)
    #expect(try checkpoint { $0.steps[2].arguments = ["/bin/other"] } == old)
    #expect(try checkpoint { $0.steps[1].arguments = ["/bin/other"] } == Checkpoint(stepsDone: 1))
    #expect(try checkpoint { $0.steps[0].arguments = ["/bin/other"] } == Checkpoint())
    #expect(try checkpoint { $0.steps = [$0.steps[0]] } == Checkpoint())
  }

  // MARK: Refusals

  @Test func refusesToChangeWhatWasReplacedMeanwhile() throws {
    var world = nightly()
    let old = try request(world)
    world.submit("backup") { $0.terms.every = .days(1) }
    let now = try request(world)
    let refusal = world.refusal(of: "backup") {
      $0.amendment = Amendment(of: old, keepsEarliest: true, keepsLatest: true)
    }
    #expect(refusal?.field == "revision")
    world.cancel("backup")
    #expect(
      world.refusal(of: "backup") {
        $0.amendment = Amendment(of: now, keepsEarliest: true, keepsLatest: true)
      }?.field == "revision")
    #expect(world.scheduler.request(world.key("backup")) == nil)
  }

  @Test func whatRunsOnceIsDoneWithItsRun() throws {
    var world = World()
    world.submit("once")
    #expect(world.isRunning("once"))
    #expect(
      try amend(&world, "once") { $0.terms.retries = 1 }?.refusal?.message.contains("in progress")
        == true)
  }

  @Test func aRunCountsForTheRequestThatWasChangedMeanwhile() throws {
    var world = World()
    world.submit("backup") { $0.terms.every = .days(1) }
    #expect(world.isRunning("backup"))
    let refusal = try amend(&world, "backup") { $0.terms.every = .hours(6) }?.refusal
    #expect(refusal?.field == "every")
    #expect(refusal?.message.contains("earliest, every, on and flex") == true)
    #expect(try amend(&world, "backup") { $0.terms.retries = 1 }?.refusal == nil)
    world.finish("backup")
    #expect(try request(world).progress.lastSuccess == world.now.wall)
    #expect(world.waits("backup"))
  }

  @Test func whatSomethingElseStandsBehindIsChangedThere() throws {
    for (change, words) in [
      ({ $0.terms.declaration = Declaration(file: "/etc/t.yaml", digest: "1") }, "/etc/t.yaml"),
      (
        { $0.terms.timer = AdoptedTimer(name: "x.timer", fileState: "enabled", wasActive: true) },
        "rubatoctl release x.timer"
      ),
    ] as [((inout Submission) -> Void, String)] {
      var world = World()
      world.submit("backup") {
        $0.earliest = .after(.hours(1))
        change(&$0)
      }
      let refusal = try amend(&world, "backup")?.refusal
      #expect(refusal?.message.contains(words) == true, "\(String(describing: refusal))")
    }
  }
}
