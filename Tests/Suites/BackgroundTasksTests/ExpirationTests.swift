import Testing

@testable import BackgroundTasks

/// Expirations at the moments in which an app sets its expiration handler.
@Suite struct ExpirationTests {
  private let task = BGAppRefreshTask(
    identifier: "com.example.feed", run: 7,
    center: TaskCenter(MissingLink(), declaration: nil, isLaunchedByDaemon: false))

  private var isAwaited: Bool {
    if case .awaited = task.markExpired() { true } else { false }
  }

  /// Otherwise the process would be killed for a handler that it sets a moment later.
  @Test func aLaunchHandlerThatIsRunningCanSetTheHandler() async {
    task.changeHandlers { $0.begin(on: 1) }
    #expect(isAwaited)
    await withCheckedContinuation { called in
      task.expirationHandler = { called.resume() }
    }
    #expect(!task.endWait())
  }

  @Test func theHandlerIsMissingAtTheEndOfTheWait() {
    task.changeHandlers { $0.begin(on: 1) }
    #expect(isAwaited)
    #expect(task.endWait())
    // It is reported once.
    #expect(!task.endWait())
  }

  @Test func aLaunchHandlerThatHasReturnedIsNotAwaited() {
    task.changeHandlers { $0.begin(on: 1) }
    task.changeHandlers { $0.end() }
    guard case .missing = task.markExpired() else {
      Issue.record("the expiration handler is not missing")
      return
    }
  }
}
