import Testing

@testable import Scheduling

/// A repeating request that is submitted again with fewer options.
struct LossTests {
  private func world() -> World {
    var world = World()
    world.submit("backup") { submission in
      submission.earliest = .after(.hours(1))
      submission.terms.every = .days(1)
      submission.terms.retries = 8
      submission.terms.requires = .power
    }
    return world
  }

  private func same(_ submission: inout Submission) {
    submission.terms.every = .days(1)
    submission.terms.retries = 8
    submission.terms.requires = .power
  }

  @Test(arguments: Submission.Loss.allCases)
  func nothingIsLostByTheSame(rule: Submission.Loss) {
    var world = world()
    let answer = world.submit("backup") {
      same(&$0)
      $0.terms.budget = .seconds(60)
      $0.mayLose = rule
    }
    #expect(answer?.acceptance?.warnings.isEmpty == true)
  }

  /// Rows of older versions contain the default delay as if it had been named.
  @Test(arguments: Submission.Loss.allCases)
  func aDelayIsLostOnlyWhereItChanges(rule: Submission.Loss) {
    var world = world()
    world.submit("backup") {
      same(&$0)
      $0.terms.backoff.first = Settings().firstBackoff
    }
    let answer = world.submit("backup") {
      same(&$0)
      $0.mayLose = rule
    }
    #expect(answer?.acceptance?.warnings.isEmpty == true)
    world.submit("backup") {
      same(&$0)
      $0.terms.backoff.first = .minutes(2)
    }
    let warnings = world.submit("backup") { same(&$0) }?.acceptance?.warnings
    #expect(warnings?.first?.text.contains("backoff-delay 2m") == true)
  }

  @Test func anAnswerThatIsTheDefaultIsNoOption() {
    var world = World()
    world.submit("backup") {
      $0.latest = .after(.hours(2))
      $0.terms.atLatest = .relax
    }
    #expect(world.scheduler.request(world.key("backup"))?.terms.atLatest == nil)
  }

  @Test func unlessSomethingElseIsAskedForItIsReplacedWithAWarning() {
    var world = world()
    let warnings = world.submit("backup")?.acceptance?.warnings
    #expect(warnings?.map(\.code) == [.losesOptions])
    #expect(
      warnings?.first?.text.contains("every 1d, requires power, retries 8; the new one runs once")
        == true, "\(warnings?.first?.text ?? "")")
    let advice =
      "restore these options with `rubatoctl set backup --every 1d --requires power --retries 8`"
    #expect(warnings?.first?.text.hasSuffix("; \(advice)") == true)
    // The request no longer repeats, so the next submission loses nothing.
    #expect(world.submit("backup")?.acceptance?.warnings.isEmpty == true)
  }

  @Test func optionsAloneMayBeLostWhereThatIsSaid() {
    var world = world()
    let answer = world.submit("backup") {
      $0.terms.every = .days(1)
      $0.mayLose = .options
    }
    #expect(answer?.acceptance?.warnings.first?.text.contains("requires power, retries 8;") == true)
    let before = world.scheduler.request(world.key("backup"))
    let refusal = world.refusal(of: "backup") { $0.mayLose = .options }
    #expect(refusal?.field == "mayLose" && refusal?.value == "every 1d")
    #expect(world.scheduler.request(world.key("backup")) == before)
  }

  @Test func aLatestDateWithinItsIntervalIsLost() {
    var world = World()
    world.submit("backup") {
      $0.terms.every = .days(1)
      $0.earliest = .after(.hours(1))
      $0.latest = .after(.hours(6))
    }
    let refusal = world.refusal(of: "backup") {
      $0.terms.every = .days(1)
      $0.mayLose = .nothing
    }
    #expect(refusal?.value == "a latest date 6h after its beginning")
    let warnings = world.submit("backup") { $0.terms.every = .days(1) }?.acceptance?.warnings
    #expect(warnings?.first?.text.contains("`rubatoctl set backup --latest=") == true)
  }

  @Test func theAdvisedCommandIsQuotedAndHasNoOptionThatTheNewRequestExcludes() throws {
    let daily = try #require(CalendarEvent("daily"))
    var world = World()
    world.submit("backup") {
      $0.terms.every = .days(1)
      $0.earliest = .after(.hours(1))
      $0.terms.needs.condition = "test -e /srv/it's"
    }
    let warnings = world.submit("backup") { $0.terms.calendar = [daily] }?.acceptance?.warnings
    #expect(
      warnings?.first { $0.code == .losesOptions }?.text
        == "the replaced request also had: every 1d, condition test -e /srv/it's; restore these"
        + " options with `rubatoctl set backup --condition 'test -e /srv/it'\\''s'`")
  }

  @Test func whatRunsOnceHasNothingToLose() {
    var world = World()
    world.submit("once") {
      $0.earliest = .after(.hours(1))
      $0.terms.retries = 8
    }
    let answer = world.submit("once") { $0.mayLose = .nothing }
    #expect(answer?.acceptance?.warnings.isEmpty == true)
  }

  @Test func variablesThatWereAskedForAreLost() {
    var world = world()
    world.submit("backup") {
      same(&$0)
      $0.terms.command.environment = [
        "RESTIC_REPOSITORY": "/srv", "TZ": "UTC", "LC_TIME": "C", "A": "1",
      ]
    }
    let refusal = world.refusal(of: "backup") {
      same(&$0)
      $0.terms.command.environment = ["A": "2"]
      $0.mayLose = .nothing
    }
    #expect(refusal?.value == "env RESTIC_REPOSITORY")
    let answer = world.submit("backup") { same(&$0) }
    #expect(
      answer?.acceptance?.warnings.first?.text.contains("had: env A, env RESTIC_REPOSITORY;")
        == true)
    let advice = "`rubatoctl set backup --env A=<VALUE> --env RESTIC_REPOSITORY=<VALUE>`"
    #expect(answer?.acceptance?.warnings.first?.text.hasSuffix(advice) == true)
  }

  @Test func ofManyVariablesAFewAreNamed() {
    var world = world()
    world.submit("backup") {
      same(&$0)
      for number in 1...7 { $0.terms.command.environment["V\(number)"] = "" }
    }
    let refusal = world.refusal(of: "backup") {
      same(&$0)
      $0.mayLose = .nothing
    }
    #expect(refusal?.value == "env V1, env V2, env V3, env V4, env V5, env of 2 more")
  }
}
