import Foundation

/// Keeps all processors busy, with more work than there are processors.
final class Busyness {
  private let processes: [Process]

  init(threads: Int) {
    processes = (0..<threads).map { _ in
      let process = Process()
      process.executableURL = URL(fileURLWithPath: "/bin/sh")
      process.arguments = ["-c", "while :; do :; done"]
      try? process.run()
      return process
    }
  }

  deinit { stop() }

  func stop() {
    for process in processes where process.isRunning {
      kill(process.processIdentifier, SIGKILL)
      process.waitUntilExit()
    }
  }
}
