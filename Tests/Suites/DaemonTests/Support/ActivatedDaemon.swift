import Foundation
import Testing

/// A daemon that is started by the first connection to its socket, as by systemd.
final class ActivatedDaemon {
  let process = Process()
  let socket: String
  private let directory: TemporaryDirectory
  private let errors = Pipe()

  /// The program passes only named variables on: here the options of a sanitizer, if one is used.
  private static let environment = ["ASAN_OPTIONS", "TSAN_OPTIONS"]
    .filter { ProcessInfo.processInfo.environment[$0] != nil }.map { "--setenv=\($0)" }
  private static let program = "/usr/bin/systemd-socket-activate"

  /// Whether the required program is installed (Debian: systemd).
  static let isPossible = access(program, X_OK) == 0

  /// Returns when the socket is listening. Of an earlier daemon, only the directory remains.
  init(_ directory: TemporaryDirectory, _ options: [String] = []) throws {
    self.directory = directory
    socket = "\(directory.path)/socket"
    unlink(socket)
    // The program closes inherited descriptors, including the one that Foundation uses to notice its end. A shell in
    // between keeps that one open.
    process.executableURL = URL(fileURLWithPath: "/bin/sh")
    process.arguments =
      [
        "-c", "trap : TERM; \"$@\"; :", "sh", Self.program,
        "--listen=\(socket)",
      ] + Self.environment + [
        DaemonProcess.products.appendingPathComponent("rubatod").path,
        "--state-directory", "\(directory.path)/state", "--socket", socket, "--sources", "none",
      ] + options
    process.standardError = errors
    process.standardInput = FileHandle.nullDevice
    try process.run()
    let said = String(decoding: errors.fileHandleForReading.availableData, as: UTF8.self)
    try #require(said.hasPrefix("Listening on"), "\(said)")
  }

  deinit { end(SIGKILL) }

  /// Sends a signal, and waits for the end of the process.
  func end(_ signal: Int32) {
    // Foundation starts each process in its own process group.
    if process.isRunning { kill(-process.processIdentifier, signal) }
    process.waitUntilExit()
  }

  /// Runs a verb of `rubatoctl` with this daemon.
  func ask(_ arguments: String...) throws -> Rubatoctl.Result {
    try Rubatoctl.run(arguments, environment: ["RUBATO_SOCKET": socket])
  }
}
