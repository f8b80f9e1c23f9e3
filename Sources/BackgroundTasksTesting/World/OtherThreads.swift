import Foundation

/// What the kernel says of the threads of this process. On a loaded machine one that could go on may not do so for a while.
enum OtherThreads {
  /// So often it is looked, with a pause of 5 ms: other tests of the process may be busy for long.
  private static let mostLooks = 100

  /// Waits until none is busy, for half a second at most.
  static func waitUntilIdle(looks: Int = mostLooks) {
    for _ in 1...looks {
      if !areBusy { return }
      usleep(5000)
    }
  }

  /// Whether one of them besides the present one runs, waits for its turn, or for a disk.
  private static var areBusy: Bool {
    let files = FileManager.default
    let own = try? files.destinationOfSymbolicLink(atPath: "/proc/thread-self")
    let threads = try? files.contentsOfDirectory(atPath: "/proc/self/task")
    return (threads ?? []).contains { thread in
      own?.hasSuffix("/\(thread)") != true && ["R", "D"].contains(state(of: thread))
    }
  }

  /// The letter behind the name, which is in brackets and may have some in it: see proc_pid_stat(5).
  private static func state(of thread: String) -> Substring {
    let path = "/proc/self/task/\(thread)/stat"
    let text = (try? String(contentsOfFile: path, encoding: .utf8)) ?? ""
    return text.split(separator: ")").last?.split(separator: " ").first ?? ""
  }
}
