import Control
import Foundation
import Testing
import Varlink

/// A daemon that dies right after any commit has kept its promises to an app: no submission is lost, and no completed
/// task is delivered again.
@Suite struct AppCrashTests {
  /// The starter of the app's process.
  enum Starter: CaseIterable { case daemon, user }

  /// The actions of a client for the app, and the answers.
  private struct Story {
    /// The number of attempted and of accepted submissions, by identifier.
    var tried: [String: Int] = [:]
    var accepted: [String: Int] = [:]
    var completed: Set<Int64> = []
    var isInstalled = false
    var usersProcess: UsersProcess?
    var isComplete = false
  }

  @Test(arguments: Starter.allCases)
  func losesNoTaskWhateverCommitItDiesAfter(starter: Starter) throws {
    var commits = 1
    while true {
      let directory = try TemporaryDirectory()
      let story = try tell(directory, starter, dyingAfter: commits)
      let app = try InstalledApp("holds", in: directory, DaemonProcess(directory))
      if story.isInstalled {
        try settle(story, app)
        try check(story, app, commits)
        try runTheRest(story, app)
        try checkTheEnd(story, app, commits)
      }
      if story.isComplete { break }
      commits += 1
    }
    #expect(commits > 10, "the story has fewer commits than it should")
  }

  @Test func whatIsCompletedWhileThereIsNoDaemonIsToldToTheNext() throws {
    let directory = try TemporaryDirectory()
    var app = try InstalledApp("holds", in: directory, DaemonProcess(directory))
    try app.plugIn()
    try app.install("holds")
    let process = try UsersProcess("holds", socket: app.daemon.socket)
    try app.waitForUsersProcess()
    let run = try app.begin(InstalledApp.clean, kind: "processing", budget: 100)
    _ = try process.output(until: "handles")
    app.daemon.end()
    process.finishTasks()
    _ = try process.output(until: "completed")
    app = try InstalledApp("holds", in: directory, DaemonProcess(directory))
    #expect(try app.end(of: run).outcome == "completed")
    // Tasks of one identifier are handled one after the other. A second delivery of the first task would appear in the
    // output.
    _ = try app.end(of: app.begin(InstalledApp.clean, kind: "processing"))
    #expect(process.end().components(separatedBy: "handles").count == 3)
  }

  // MARK: The daemon that dies

  /// Plays the story until the daemon dies, or to its end.
  private func tell(
    _ directory: TemporaryDirectory, _ starter: Starter, dyingAfter commits: Int
  ) throws -> Story {
    let daemon = try DaemonProcess(
      directory, program: "crashing-daemon",
      arguments: ["\(directory.path)/state", "\(directory.path)/socket", "\(commits)"])
    var story = Story()
    guard daemon.waitUntilReady() else { return story }
    do {
      try play(&story, InstalledApp("holds", in: directory, daemon), starter)
      story.isComplete = true
    } catch ClientError.disconnected {
    } catch ClientError.system {
    } catch ClientError.notListening {
    }
    return story
  }

  private func play(_ story: inout Story, _ app: InstalledApp, _ starter: Starter) throws {
    try app.plugIn()
    try app.install("holds")
    story.isInstalled = true
    if starter == .user {
      story.usersProcess = try UsersProcess("holds", socket: app.daemon.socket)
      try app.waitForUsersProcess()
    }
    try submit(InstalledApp.refresh, "refresh", &story, app)
    try submit(InstalledApp.clean, "processing", &story, app)
    let refresh = try app.start(InstalledApp.refresh)
    if try app.end(of: refresh).outcome == "completed" { story.completed.insert(refresh) }
    let clean = try app.start(InstalledApp.clean)
    try app.waitForDelivery(of: clean)
    // While a task is running.
    try submit(InstalledApp.refresh, "refresh", &story, app)
    try app.finishTasks()
    if try app.end(of: clean).outcome == "completed" { story.completed.insert(clean) }
  }

  private func submit(
    _ id: String, _ kind: String, _ story: inout Story, _ app: InstalledApp
  ) throws {
    story.tried[id, default: 0] += 1
    try app.submit(id, kind: kind)
    story.accepted[id, default: 0] += 1
  }

  // MARK: The next daemon

  /// Waits for the end of runs that ended with the daemon, and for a process that has outlived it.
  private func settle(_ story: Story, _ app: InstalledApp) throws {
    guard story.usersProcess == nil else { return try app.waitForUsersProcess() }
    while try app.info().process != nil { pauseBeforeAskingAgain() }
  }

  private func check(_ story: Story, _ app: InstalledApp, _ commits: Int) throws {
    let runs = try app.runs()
    #expect(Set(runs.map(\.run)).count == runs.count)
    let completed = Set(runs.filter { $0.outcome == "completed" }.map(\.run))
    #expect(completed.isSuperset(of: story.completed), "after commit \(commits)")
    for id in [InstalledApp.refresh, InstalledApp.clean] {
      let kept = runs.filter { $0.id == id && ($0.end == nil || $0.outcome == "completed") }
      let count = kept.count + (try app.isQueued(id) ? 1 : 0)
      let (accepted, tried) = (story.accepted[id] ?? 0, story.tried[id] ?? 0)
      #expect((accepted...tried).contains(count), "\(id) after commit \(commits): \(runs)")
    }
    #expect(app.processes.count <= 1, "after commit \(commits)")
  }

  /// Completes the live runs and the queued requests.
  private func runTheRest(_ story: Story, _ app: InstalledApp) throws {
    story.usersProcess?.finishTasks()
    for run in try app.runs() where run.end == nil { _ = try app.end(of: run.run) }
    try app.plugIn()
    if story.usersProcess == nil { try app.install("complete") }
    for id in [InstalledApp.refresh, InstalledApp.clean] where try app.isQueued(id) {
      #expect(try app.end(of: app.start(id)).outcome == "completed")
    }
  }

  private func checkTheEnd(_ story: Story, _ app: InstalledApp, _ commits: Int) throws {
    let runs = try app.runs()
    #expect(runs.allSatisfy { $0.outcome == "completed" || $0.outcome == "interrupted" })
    #expect(app.processes.count <= 1, "after commit \(commits)")
    let said = story.usersProcess?.end()
    for id in [InstalledApp.refresh, InstalledApp.clean] {
      #expect(try !app.isQueued(id))
      let own = runs.filter { $0.id == id }
      let completed = own.filter { $0.outcome == "completed" }.count
      let (accepted, tried) = (story.accepted[id] ?? 0, story.tried[id] ?? 0)
      #expect((accepted...tried).contains(completed), "\(id) after commit \(commits): \(runs)")
      guard let said else { continue }
      let handled = said.components(separatedBy: "handles \(id) ").count - 1
      #expect((completed...own.count).contains(handled), "after commit \(commits): \(said)")
    }
  }
}
