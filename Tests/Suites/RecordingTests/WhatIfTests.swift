import Foundation
import Scheduling
import Testing

@testable import Recording

struct WhatIfTests {
  private let life: RecordedLife

  init() throws {
    life = try RecordedLife(seed: 1)
  }

  private func submit(_ id: String, _ kind: Kind, every: Duration? = nil) {
    var submission = Submission(
      owner: 1000, id: id, kind: kind, command: Command(arguments: ["/bin/true"]))
    submission.terms.every = every
    life.take(.submit(submission, 1))
  }

  private func whatIf(_ change: (inout Settings) -> Void = { _ in }) throws -> WhatIf {
    var settings = Settings()
    change(&settings)
    let bytes = Array(try Data(contentsOf: URL(fileURLWithPath: life.path)))
    return try WhatIf(bytes, file: "", settings: settings)
  }

  private func row(_ whatIf: WhatIf, _ id: String) throws -> WhatIf.Row {
    try #require(whatIf.rows.first { $0.key.id == id })
  }

  /// Two runs of ten seconds, on battery.
  private func liveOnBattery() {
    life.take(.device([.power(.battery), .battery(80), .idle(true)], 1))
    submit("sync", .utility)
    life.pass(.seconds(10))
    life.take(.runEnded(1, ProcessExit(exit: 0)))
    submit("tidy", .maintenance)
    life.pass(.hours(20))
    life.take(.device([.power(.ac)], 1))
    life.pass(.minutes(2))
    life.take(.time)
    life.pass(.seconds(10))
    life.take(.runEnded(2, ProcessExit(exit: 0)))
    life.pass(.hours(1))
    life.take(.time)
  }

  @Test func theSameNumbersDoTheSame() throws {
    liveOnBattery()
    let whatIf = try whatIf()
    #expect(whatIf.replay.differing == 0)
    #expect(whatIf.rows.count == 2 && whatIf.rows.allSatisfy { $0.then.runs == 1 })
    for row in whatIf.rows {
      #expect(row.now.runs == 1 && row.now.completed == 1, "\(row)")
    }
  }

  @Test func whatMayRunOnBatteryRunsEarlier() throws {
    liveOnBattery()
    let tidy = try row(whatIf { $0.maintenance.runsOnBattery = true }, "tidy")
    let (then, now) = (try #require(tidy.then.first), try #require(tidy.now.first))
    #expect(then - now > .hours(19))
    #expect(tidy.now.completed == 1)
  }

  @Test func whatIsHeldNeverRuns() throws {
    liveOnBattery()
    let sync = try row(whatIf { $0.utility.batteryFloor = 90 }, "sync")
    #expect(sync.then.runs == 1)
    // The floor of this kind also applies on mains.
    #expect(sync.now.runs == 0 && sync.now.first == nil)
    let none = try row(whatIf { $0.utility.thermalCeiling = .nominal }, "sync")
    #expect(none.now.runs == 1)
  }

  @Test func whoOverranRunsAnywayWithALongerBudget() throws {
    life.take(.device([.power(.ac), .idle(true)], 1))
    submit("long", .userInitiated)
    life.take(.runStarted(1))
    life.pass(.minutes(10))
    life.take(.time)
    life.pass(.seconds(10))
    life.take(.time)
    life.take(
      .runEnded(
        1,
        {
          var end = ProcessExit(signal: 9)
          end.wasKilled = true
          return end
        }()))
    life.pass(.seconds(1))
    life.take(.time)
    let same = try row(whatIf(), "long")
    #expect(same.then.killed == 1 && same.now.killed == 1)
    let longer = try row(
      whatIf {
        $0.userInitiated.budget = .hours(2)
      }, "long")
    #expect(longer.then.killed == 1 && longer.now.killed == 0 && longer.now.runs == 1)
  }

  /// A task of an app takes two minutes, and its process reports that it is complete. The process can lose its
  /// connection, and attach again after the first 100 seconds.
  private func liveWithApp(attachesAgain: Bool = false) {
    life.take(.device([.power(.ac), .idle(true), .network(.wifi)], 1))
    var app = App(key: AppKey(owner: 1000, id: "news"), registered: life.now.wall)
    app.permittedIdentifiers = ["index"]
    app.backgroundModes = ["processing"]
    app.installation = Installation(program: Command(arguments: ["/opt/news"]))
    life.take(.registerApp(app, 1))
    var submission = Submission(
      owner: 1000, id: "index", kind: .processing, command: Command(arguments: []))
    submission.app = "news"
    life.take(.submit(submission, 1))
    life.take(.runNow(RequestKey(owner: 1000, app: "news", id: "index"), .forceReally, 1))
    var attachment = AppAttachment(
      owner: 1000, identity: AppProcess.Identity(pid: 77, startTicks: 5))
    attachment.app = "news"
    attachment.process = 2
    life.take(.attachApp(attachment, 1))
    life.take(.finishLaunch(2, 1, handlers: nil))
    life.pass(.seconds(100))
    if attachesAgain { life.take(.attachApp(attachment, 1)) }
    life.pass(.seconds(20))
    life.take(.report(1, .completed(success: true), 1))
    life.pass(.minutes(1))
    life.take(.time)
  }

  @Test func tasksOfAppsAreRuns() throws {
    liveWithApp()
    let index = try row(whatIf(), "index")
    #expect(index.then.runs == 1 && index.then.completed == 1 && index.then.first != nil)
    #expect(!index.differs, "\(index)")
  }

  /// A user opens an app, which has a continued task. Only an app in the foreground can submit one. The recorded number
  /// of its process is 2; it is 1 in a replay without the first run.
  @Test func processesOfUsersAttachAsRecorded() throws {
    life.take(.device([.power(.battery), .battery(80), .idle(true), .network(.wifi)], 1))
    submit("sync", .utility)
    life.pass(.seconds(10))
    life.take(.runEnded(1, ProcessExit(exit: 0)))
    var app = App(key: AppKey(owner: 1000, id: "films"), registered: life.now.wall)
    app.permittedIdentifiers = ["films.export.*"]
    app.backgroundModes = ["processing"]
    app.installation = Installation(program: Command(arguments: ["/opt/films"]))
    life.take(.registerApp(app, 1))
    var attachment = AppAttachment(
      owner: 1000, identity: AppProcess.Identity(pid: 77, startTicks: 5))
    attachment.app = "films"
    life.take(.attachApp(attachment, 1))
    life.take(.finishLaunch(2, 1, handlers: nil))
    var submission = Submission(
      owner: 1000, id: "films.export.a", kind: .userInitiated, command: Command(arguments: []))
    submission.app = "films"
    submission.terms.task = .continued(
      ContinuedTerms(title: "Exporting", subtitle: "1 of 4", strategy: .queue))
    life.take(.submit(submission, 1))
    life.pass(.seconds(20))
    life.take(.report(3, .completed(success: true), 1))
    life.pass(.seconds(20))
    life.take(.detachApp(2))
    submission.id = "films.export.b"
    life.take(.submit(submission, 1))
    let whatIf = try whatIf { $0.utility.batteryFloor = 90 }
    #expect(try row(whatIf, "sync").now.runs == 0)
    let export = try row(whatIf, "films.export.a")
    #expect(export.then.completed == 1 && !export.differs, "\(export)")
    #expect(whatIf.rows.count == 2, "\(whatIf.rows)")
  }

  @Test(arguments: [false, true])
  func tasksOfAppsTakeAsLongAsRecorded(attachesAgain: Bool) throws {
    liveWithApp(attachesAgain: attachesAgain)
    let index = try row(whatIf { $0.processing.budget = .minutes(1) }, "index")
    #expect(index.now.runs == 1 && index.now.expired == 1 && index.now.completed == 0)
  }
}
