import Foundation
import Synchronization
import Testing

@testable import DaemonConnection

/// Waits for a daemon, which watch the directory of its socket.
@Suite struct SocketWatchTests {
  /// An app may handle signals on any thread.
  @Test func aSignalDoesNotTakeTheLimitFromAWait() throws {
    let directory = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: false)
    defer { try? FileManager.default.removeItem(at: directory) }
    signal(SIGUSR2) { _ in }
    let waiter = Mutex<pthread_t?>(nil)
    let (isWaiting, hasWaited) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
    Thread.detachNewThread {
      waiter.withLock { $0 = pthread_self() }
      isWaiting.signal()
      SocketWatch(directory.appending(path: "socket").path).wait(atMost: .milliseconds(100))
      // The thread must exist for as long as it receives signals.
      waiter.withLock { $0 = nil }
      hasWaited.signal()
    }
    isWaiting.wait()
    let minute = ContinuousClock.now + .seconds(60)
    while ContinuousClock.now < minute {
      waiter.withLock { if let thread = $0 { pthread_kill(thread, SIGUSR2) } }
      if hasWaited.wait(timeout: .now() + .milliseconds(10)) == .success { return }
    }
    Issue.record("a minute went by; the wait has lost its limit")
  }

  /// A user can have used up the system's watches. A wait that returned immediately would occupy a processor.
  @Test(arguments: ["", "/missing/directory"])
  func withoutWatchesEachWaitIsAPauseThatDoubles(below: String) throws {
    let directory = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: false)
    defer { try? FileManager.default.removeItem(at: directory) }
    var pauses: [Duration] = []
    let watch = SocketWatch(
      "\(directory.path)\(below)/socket", makeInotify: { -1 }, pause: { pauses.append($0) })
    watch.arm()
    for _ in 1...8 { watch.wait() }
    // A daemon was reached.
    watch.wait(atMost: .seconds(3))
    watch.wait()
    #expect(pauses == [1, 2, 4, 8, 16, 32, 60, 60, 3, 1].map { Duration.seconds($0) })
  }
}
