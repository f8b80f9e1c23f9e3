import Testing
import Vocabulary

@testable import Scheduling

/// The owner of a request is notified once of its permanent failure, and once if it does not succeed for long.
struct OwnerNoticeTests {
  private func notices(_ world: World) -> [OwnerNotice] {
    world.history.compactMap {
      if case .afterCommit(.notifyOwner(let notice)) = $0.effect { notice } else { nil }
    }
  }

  private func submitBackup(
    _ world: inout World, _ change: (inout Submission) -> Void = { _ in }
  ) {
    world.submit("backup", .maintenance) {
      $0.terms.every = .days(1)
      $0.terms.requires = .power
      $0.terms.run.notifyAfter = .days(3)
      change(&$0)
    }
  }

  @Test func aPermanentFailureIsOneNotification() throws {
    var world = World()
    world.submit("task") { $0.terms.retries = 1 }
    world.finish("task", exit: 3)
    #expect(notices(world).isEmpty)
    world.passUntilRunning("task")
    world.finish("task", exit: 3)
    world.pass(.days(2))
    let notice = try #require(notices(world).first)
    #expect(notices(world).count == 1)
    #expect(notice.title == "task has failed" && notice.remedy == .retry)
    #expect(notice.body == "It has exited with 3. 2 runs have failed. It is not tried again.")
  }

  @Test func periodicWorkIsTriedAgainByARun() throws {
    var world = World()
    world.submit("task") {
      $0.terms.every = .days(1)
      $0.terms.retries = 0
    }
    world.finish("task", exit: nil, signal: 11)
    let notice = try #require(notices(world).first)
    #expect(notice.remedy == .run)
    #expect(notice.body == "It was ended by signal 11. It is tried again in its next window.")
  }

  @Test func failuresThatAreReportedOtherwiseAreNotShown() {
    let reports: [(String, (inout Submission) -> Void)] = [
      ("a command", { $0.terms.run.onFailureCommand = "mail" }),
      ("a unit", { $0.terms.run.onFailure = "mail.service" }), ("root", { $0.owner = 0 }),
    ]
    for (name, change) in reports {
      for asks in [false, true] {
        var world = World()
        world.submit("task") {
          $0.terms.retries = 0
          $0.terms.run.notifyAfter = asks ? .days(3) : nil
          change(&$0)
        }
        for run in world.scheduler.runs {
          world.send(.runEnded(run.id, ProcessExit(exit: 3, signal: nil)))
        }
        #expect(notices(world).count == (asks ? 1 : 0), "\(name)")
      }
    }
    var settings = Settings()
    settings.failureNotifications = false
    var world = World(settings: settings)
    world.submit("task") { $0.terms.retries = 0 }
    world.finish("task", exit: 3)
    #expect(notices(world).isEmpty)
  }

  @Test func aFailureOfManyIsShownOnce() {
    var world = World()
    world.submit("first") { $0.terms.retries = 0 }
    for id in ["second", "third"] {
      world.submit(id) { $0.terms.needs.predecessors.toComplete = ["first"] }
    }
    world.finish("first", exit: 3)
    #expect(world.scheduler.failedRequests.count == 3)
    #expect(notices(world).map(\.key.id) == ["first"])
  }

  @Test func aLongWaitIsShownOnceWithItsReason() throws {
    var world = World(.power(.battery), .battery(80))
    let start = world.now
    submitBackup(&world)
    world.pass(.days(2))
    #expect(notices(world).isEmpty)
    world.pass(.days(6))
    let notice = try #require(notices(world).first)
    #expect(notices(world).count == 1)
    #expect(notice.title == "backup waits for external power since Monday")
    #expect(notice.body == "It has not succeeded since it was submitted Monday.")
    #expect(notice.remedy == .run)
    let shown = world.history.first {
      if case .afterCommit(.notifyOwner) = $0.effect { true } else { false }
    }
    #expect(shown.map { $0.at.wall - start.wall } == .days(3))
    #expect(world.scheduler.request(world.key("backup"))?.progress.notified != nil)
    world.restart()
    world.pass(.days(1))
    #expect(notices(world).count == 1)
  }

  @Test func aSuccessBeginsTheTimeAgain() {
    var world = World(.power(.battery), .battery(80))
    submitBackup(&world)
    world.pass(.days(4))
    #expect(notices(world).count == 1)
    world.set(.power(.ac))
    world.passUntilRunning("backup")
    world.finish("backup")
    #expect(world.scheduler.request(world.key("backup"))?.progress.notified == nil)
    world.set(.power(.battery))
    world.pass(.days(2))
    #expect(notices(world).count == 1)
    world.pass(.days(2))
    #expect(notices(world).count == 2)
  }

  @Test func workWithADateIsNotLateBeforeIt() {
    var world = World(.power(.battery), .battery(80))
    submitBackup(&world) {
      $0.terms.every = nil
      $0.earliest = .after(.days(7))
    }
    world.pass(.days(9))
    #expect(notices(world).isEmpty)
    world.pass(.days(2))
    #expect(notices(world).count == 1)
  }

  @Test func aChangeOfOtherOptionsDoesNotRepeatIt() {
    var world = World(.power(.battery), .battery(80))
    submitBackup(&world)
    world.pass(.days(4))
    submitBackup(&world) { $0.terms.retries = 7 }
    world.pass(.days(2))
    #expect(notices(world).count == 1)
  }

  @Test func submittingItEveryDayDoesNotPutItOff() throws {
    var world = World(.power(.battery), .battery(80))
    for _ in 0..<5 {
      submitBackup(&world)
      world.pass(.days(1))
    }
    let notice = try #require(notices(world).first)
    #expect(notices(world).count == 1)
    #expect(notice.body == "It has not succeeded since it was submitted Monday.")
  }

  @Test func submittingWorkThatRunsOnceEveryDayDoesNotPutItOff() throws {
    var world = World(.power(.battery), .battery(80))
    func submit(_ path: String = "/bin/true") {
      submitBackup(&world) {
        $0.terms.every = nil
        $0.terms.command = Command(arguments: [path])
      }
    }
    for _ in 0..<5 {
      submit()
      world.pass(.days(1))
    }
    let notice = try #require(notices(world).first)
    #expect(notices(world).count == 1)
    #expect(notice.body == "It has not succeeded since it was submitted Monday.")
    world.restart()
    // Another command is other work.
    submit("/bin/false")
    world.pass(.days(2))
    #expect(notices(world).count == 1)
    world.pass(.days(2))
    #expect(notices(world).count == 2)
  }

  /// Before its date, work could not succeed.
  @Test func submittingWorkAgainBeforeItsDateBeginsTheTimeWithTheDate() {
    var world = World(.power(.battery), .battery(80))
    let date = world.now.wall + .days(7)
    for _ in 0..<9 {
      let isBeforeDate = world.now.wall < date
      submitBackup(&world) {
        $0.terms.every = nil
        if isBeforeDate { $0.earliest = .at(date) }
      }
      world.pass(.days(1))
    }
    #expect(notices(world).isEmpty)
    world.pass(.days(2))
    #expect(notices(world).count == 1)
  }

  @Test func aSuccessOfARunBeginsTheTimeOfWorkThatWasSubmittedMeanwhile() {
    var world = World(.power(.battery), .battery(80))
    func submit(_ requires: Conditions) {
      world.submit("task", .userInitiated) {
        $0.terms.requires = requires
        $0.terms.run.notifyAfter = .days(3)
      }
      world.pass(.seconds(1))
    }
    submit([])
    submit(.power)
    world.finish("task")
    let success = world.now.wall
    world.pass(.days(4))
    let shown = world.history.filter {
      if case .afterCommit(.notifyOwner) = $0.effect { true } else { false }
    }
    #expect(shown.map { $0.at.wall - success } == [.days(3)])
  }

  @Test func aMarkOfAClockThatWasAheadIsRemoved() {
    var world = World(.power(.battery), .battery(80))
    submitBackup(&world) { $0.terms.every = nil }
    world.setClock(by: .days(400))
    #expect(notices(world).count == 1)
    world.setClock(by: .zero - .days(400))
    world.pass(.days(2))
    #expect(notices(world).count == 1)
    world.pass(.days(2))
    #expect(notices(world).count == 2)
  }

  @Test func theTimeIsLongerThanTheInterval() {
    var world = World()
    let refusal = world.refusal {
      $0.terms.every = .days(3)
      $0.terms.run.notifyAfter = .days(3)
    }
    #expect(refusal?.field == "notifyAfter")
    #expect(refusal?.message.contains("a duration longer than the interval") == true)
    #expect(refusal?.message.contains("such as 6d") == true)
    #expect(world.refusal { $0.terms.run.notifyAfter = .seconds(1) }?.field == "notifyAfter")
    #expect(world.refusal { $0.terms.run.notifyAfter = .days(1) } == nil)
  }

  @Test(arguments: [
    (0, "06:30"), (1, "Sunday"), (6, "Tuesday"), (7, "23 February"), (80, "12 December 2025"),
  ])
  func daysAreNamedAsUsersNameThem(ago: Int, words: String) {
    let now = WallTime(seconds: 1_772_433_000)
    #expect(DayWords.text(of: now - .days(ago), at: now, zoneSeconds: 0) == words)
  }

  @Test func daysAreThoseOfTheZone() {
    let now = WallTime(seconds: 1_772_433_000)
    #expect(DayWords.text(of: now - .hours(7), at: now, zoneSeconds: 0) == "Sunday")
    #expect(DayWords.text(of: now - .hours(7), at: now, zoneSeconds: 7200) == "01:30")
  }
}
