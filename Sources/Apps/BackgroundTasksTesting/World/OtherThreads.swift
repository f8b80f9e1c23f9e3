import Foundation
import Scheduling

/// What the other threads of this process do. On a loaded machine one that could go on may not do so for a while.
enum OtherThreads {
  /// In real time, as long as a phone leaves an app whose user goes (see
  /// `applicationDidEnterBackground(_:)` in Apple's documentation).
  private static let limit = Duration.seconds(5)

  /// What a thread gets done in so much processor time counts; other tests of the process may be busy for ever.
  private static let turn = Duration.milliseconds(100)

  private static let pause: UInt32 = 5000

  /// Lets all begin that stands in the global queues, and have its turn.
  static func letQueuesRun() async {
    await withCheckedContinuation { continuation in
      let group = DispatchGroup()
      for priority in [.background, .utility, .default, .userInitiated, .userInteractive]
        as [DispatchQoS.QoSClass]
      {
        DispatchQueue.global(qos: priority).async(group: group) {}
      }
      // A queue of the system may have no thread left.
      Thread.detachNewThread {
        _ = group.wait(timeout: .now() + limit.seconds)
        letRun()
        continuation.resume()
      }
    }
  }

  /// Waits until each that is busy now has been idle, or has had its turn.
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

  /// Whether the main queue takes a block within `limit` of real time.
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
    /// It runs, waits for its turn, or for a disk.
    let isBusy: Bool
    /// Its processor time.
    let spent: Duration

    /// - Parameter stat: See proc_pid_stat(5): the third field follows a name in brackets, which may have some in it.
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

  /// All but the present one.
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
