import Foundation
import Testing

/// A process of `task-app`, or of another program, that a user has started. It does not end with a daemon.
final class UsersProcess {
  private let process = Process()
  private let output = Pipe()
  private var said = ""

  init(
    _ behaviour: String, socket: String, program: String = "task-app",
    environment: [String: String] = [:]
  ) throws {
    process.executableURL = DaemonProcess.products.appendingPathComponent(program)
    process.environment = [
      "RUBATO_SOCKET": socket, "RUBATO_APP": InstalledApp.id, "BEHAVIOUR": behaviour,
      "SWIFT_BACKTRACE": "enable=no",
    ].merging(environment) { $1 }
    process.standardOutput = output
    process.standardError = output
    try process.run()
  }

  deinit { end() }

  var isRunning: Bool { process.isRunning }

  /// Makes the process complete the tasks that it holds, and all later tasks.
  func finishTasks() { kill(process.processIdentifier, SIGUSR1) }

  /// Waits until the process has written a line with `words`, and returns its output.
  func output(until words: String) throws -> String {
    while !said.contains(words) {
      let data = try output.next("'\(words)'; it has said: \(said)")
      try #require(!data.isEmpty, "it ended without '\(words)', and has said: \(said)")
      said += String(decoding: data, as: UTF8.self)
    }
    return said
  }

  /// Ends the process as its user does, and returns all of its output.
  func terminate() -> String {
    process.terminate()
    return waitForEnd()
  }

  /// Waits until the process has ended, and returns all of its output.
  func waitForEnd() -> String {
    said += String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    return said
  }

  /// Ends the process, and returns all of its output.
  @discardableResult
  func end() -> String {
    if process.isRunning { kill(process.processIdentifier, SIGKILL) }
    process.waitUntilExit()
    said += String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    return said
  }
}
