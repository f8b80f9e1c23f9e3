import BackgroundTasks
import Foundation
import Testing

@testable import DaemonConnection

/// The attempts of a process to attach to the daemon.
@Suite struct DaemonLinkTests {
  /// Without watches, the next attempt could otherwise be a minute away, with the daemon back.
  @Test func aCallerEndsThePauseBeforeTheNextAttempt() throws {
    let missing = LaunchEnvironment(["RUBATO_SOCKET": "/missing/socket"]) { _ in false }
    let link = DaemonLink(.ofThisProcess(), missing)
    let isOver = DispatchSemaphore(value: 0)
    Thread.detachNewThread {
      link.pause(atMost: .seconds(3600))
      isOver.signal()
    }
    #expect(throws: BGTaskScheduler.Error.self) { try link.attachment() }
    #expect(isOver.wait(timeout: .now() + 60) == .success)
    // The next pause is a whole one: it can follow without an attempt.
    let isAwaited = link.state.withLock { link.link.isAwaited }
    #expect(!isAwaited)
  }
}
