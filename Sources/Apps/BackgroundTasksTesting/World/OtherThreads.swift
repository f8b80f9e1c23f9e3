import Foundation
import Scheduling

/// Waits for the other threads of this process. On a loaded machine, a thread that is ready may not run for a while.
enum OtherThreads {
  /// The real time that a phone gives an app after its user has left it (see `applicationDidEnterBackground(_:)` in
  /// Apple's documentation).
  private static let limit = Duration.seconds(5)

  /// The processor time that is one turn of a thread; other tests of the process may be busy all the time.
  private static let turn = Duration.milliseconds(100)

  private static let pause: UInt32 = 5000

  /// Waits until the blocks in the global queues have begun and had a turn.
  static func letQueuesRun() async {
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

  /// Waits until each thread that is busy now has been idle or has had its turn.
  static func letRun() {
    let began = ContinuousClock.now
    var waitedFor = threads.filter(\.isBusy)
    while !waitedFor.isEmpty, began.duration(to: .now) < limit {
      usleep(pause)
      let busy = threads.filter(\.isBusy)
      waitedFor.removeAll { thread in
        !busy.contains { $0.name == thread.name && $0.spent - thread.spent < turn }
      }
    }
  }

  /// Returns whether the main queue runs a block within `limit` of real time.
  static func mainQueueTurns(within limit: Duration) async -> Bool {
    await withCheckedContinuation { continuation in
      let turned = DispatchSemaphore(value: 0)
      DispatchQueue.main.async { turned.signal() }
      Thread.detachNewThread {
        let result = turned.wait(timeout: .now() + limit.seconds)
        continuation.resume(returning: result == .success)
      }
    }
  }

  private struct State {
    let name: String
    /// Whether the thread runs, or waits for a processor or a disk.
    let isBusy: Bool
    /// The processor time of the thread.
    let spent: Duration

    /// Reads the state and the processor time of a thread; `nil` if `stat` is incomplete.
    ///
    /// - Parameter stat: See proc_pid_stat(5): the third field follows a name in brackets, which may contain
    ///   brackets.
    init?(_ name: String, stat: String) {
      let fields = stat.split(separator: ")").last?.split(separator: " ") ?? []
      guard fields.count > 12, let user = Int64(fields[11]), let system = Int64(fields[12]) else {
        return nil
      }
      self.name = name
      isBusy = ["R", "D"].contains(fields[0])
      spent = .milliseconds((user + system) * 1000 / Int64(sysconf(Int32(_SC_CLK_TCK))))
    }
  }

  /// The threads of this process except the current one.
  private static var threads: [State] {
    let files = FileManager.default
    let own = try? files.destinationOfSymbolicLink(atPath: "/proc/thread-self")
    let names = try? files.contentsOfDirectory(atPath: "/proc/self/task")
    return (names ?? []).compactMap { name in
      if own?.hasSuffix("/\(name)") == true { return nil }
      let stat = try? String(contentsOfFile: "/proc/self/task/\(name)/stat", encoding: .utf8)
      return stat.flatMap { State(name, stat: $0) }
    }
  }
}
