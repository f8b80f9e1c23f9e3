import Foundation
import Scheduling

#if canImport(ThreadStates)
  import ThreadStates
#endif

/// Waits for the other threads of this process. On a loaded machine, a thread that is ready may not run for a while.
enum OtherThreads {
  /// The real time that a phone gives an app after its user has left it (see `applicationDidEnterBackground(_:)` in
  /// Apple's documentation).
  private static let limit = Duration.seconds(5)

  /// The processor time that is one turn of a thread; other tests of the process may be busy all the time.
  private static let turn = Duration.microseconds(turnMicroseconds)
  private static let turnMicroseconds: UInt32 = 100_000

  /// The microseconds between two checks of the threads.
  private static let pause: UInt32 = 5000

  /// Waits until the blocks in the global queues have begun and had a turn. Returns immediately if the bench follows all
  /// blocks, and no other thread is busy.
  static func letQueuesRun() async {
    if HandOvers.followsAllBlocks, ThreadStates.areKnown,
      !ThreadStates.others.contains(where: \.isBusy)
    {
      return
    }
    await withCheckedContinuation { continuation in
      let group = DispatchGroup()
      for priority in [.background, .utility, .default, .userInitiated, .userInteractive]
        as [DispatchQoS.QoSClass]
      {
        DispatchQueue.global(qos: priority).async(group: group) {}
      }
      // A queue of the system may have no free thread.
      Thread.detachNewThread {
        _ = group.wait(timeout: .now() + limit.seconds)
        letRun()
        continuation.resume()
      }
    }
  }

  /// Waits until each thread that is busy now has been idle or has had its turn; for one turn, if the states of threads
  /// are unknown.
  static func letRun() {
    guard ThreadStates.areKnown else {
      // Each thread has its turn in this time, if their number is not above that of the processors.
      usleep(turnMicroseconds)
      return
    }
    let began = ContinuousClock.now
    var waitedFor = ThreadStates.others.filter(\.isBusy)
    while !waitedFor.isEmpty, began.duration(to: .now) < limit {
      usleep(pause)
      let busy = ThreadStates.others.filter(\.isBusy)
      waitedFor = waitedFor.filter { thread in
        // It is still busy, and has used less processor time than a turn.
        busy.contains { $0.name == thread.name && $0.spent - thread.spent < turn }
      }
    }
  }

  /// Returns whether the main queue runs a block within `limit` of real time.
  static func mainQueueRunsBlocks(within limit: Duration) async -> Bool {
    await withCheckedContinuation { continuation in
      let turned = DispatchSemaphore(value: 0)
      DispatchQueue.main.async { turned.signal() }
      Thread.detachNewThread {
        let result = turned.wait(timeout: .now() + limit.seconds)
        continuation.resume(returning: result == .success)
      }
    }
  }
}
