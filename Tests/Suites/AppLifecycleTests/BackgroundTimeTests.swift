import Foundation
import Testing

@testable import AppLifecycle

/// Background time, in which an app finishes its work.
@MainActor @Suite struct BackgroundTimeTests {
  private let process = FakeProcess()

  @Test func theDaemonHearsOfTheFirstAndOfTheLast() {
    let application = UIApplication(process: process)
    let first = application.beginBackgroundTask(withName: "a")
    let second = application.beginBackgroundTask()
    #expect(first != second && first != .invalid && process.holds == [true])
    application.endBackgroundTask(first)
    application.endBackgroundTask(first)
    application.endBackgroundTask(.invalid)
    #expect(process.holds == [true])
    application.endBackgroundTask(second)
    #expect(process.holds == [true, false])
  }

  @Test func itExpiresInTheBackgroundOnly() async {
    let application = UIApplication(process: process, limit: .milliseconds(1))
    application.launch(nil)
    #expect(application.backgroundTimeRemaining == .greatestFiniteMagnitude)
    await withCheckedContinuation { continuation in
      let identifier = application.beginBackgroundTask(withName: "upload") {
        // A second call would trap.
        continuation.resume()
      }
      #expect(identifier != .invalid)
      application.moveToBackground()
    }
  }

  @Test func whatHasEndedDoesNotExpire() async {
    let application = UIApplication(process: process, limit: .milliseconds(1))
    process.isLaunchedByDaemon = true
    application.launch(nil)
    let ended = application.beginBackgroundTask { Issue.record("it has ended") }
    application.endBackgroundTask(ended)
    await withCheckedContinuation { continuation in
      _ = application.beginBackgroundTask { continuation.resume() }
    }
  }

  @Test func itsTimeBeginsBehindTheLastTask() async {
    process.isLaunchedByDaemon = true
    process.isBusy = true
    let application = UIApplication(process: process, limit: .milliseconds(1))
    application.launch(nil)
    #expect(application.backgroundTimeRemaining == .greatestFiniteMagnitude)
    await withCheckedContinuation { continuation in
      _ = application.beginBackgroundTask { continuation.resume() }
      process.change(isBusy: false)
    }
    #expect(application.backgroundTimeRemaining <= 0.001)
  }

  /// The end of a task can be reported after the beginning of the next one.
  @Test func aLateReportDoesNotStartItsTime() {
    process.isLaunchedByDaemon = true
    process.isBusy = true
    let application = UIApplication(process: process)
    application.launch(nil)
    let identifier = application.beginBackgroundTask()
    process.reportActivity(false)
    #expect(application.backgroundTimeRemaining == .greatestFiniteMagnitude)
    application.endBackgroundTask(identifier)
  }
}
