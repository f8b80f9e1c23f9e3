import Control
import Foundation
import Testing
import Varlink

/// A temporary directory, which is removed after the test.
final class TemporaryDirectory {
  let path: String

  init() throws {
    path = FileManager.default.temporaryDirectory.path + "/rubato-\(UUID().uuidString.prefix(8))"
    try FileManager.default.createDirectory(
      atPath: path, withIntermediateDirectories: false, attributes: [.posixPermissions: 0o755])
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }
}

/// A real daemon with a simulated clock and device.
final class DaemonProcess {
  let process = Process()
  let socket: String
  /// Kept as long as the daemon.
  private let directory: TemporaryDirectory
  private let output = Pipe()
  private let errors = Pipe()

  /// The directory that the tests' programs were built into.
  static let products = URL(
    fileURLWithPath: try! FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
  ).deletingLastPathComponent()

  /// Starts a program that prints `Listening on` when it is ready.
  init(
    _ directory: TemporaryDirectory, program: String, arguments: [String],
    environment: [String: String] = [:]
  ) throws {
    self.directory = directory
    socket = "\(directory.path)/socket"
    process.executableURL = Self.products.appendingPathComponent(program)
    process.arguments = arguments
    process.environment = ProcessInfo.processInfo.environment.merging(environment) { $1 }
    process.standardOutput = output
    process.standardError = errors
    process.standardInput = FileHandle.nullDevice
    try process.run()
  }

  /// Starts `rubatod --simulate`, which may refuse to start.
  convenience init(
    unready directory: TemporaryDirectory, _ options: [String], environment: [String: String] = [:]
  ) throws {
    try self.init(
      directory, program: "rubatod",
      arguments: [
        "--simulate", "--state-directory", "\(directory.path)/state", "--socket",
        "\(directory.path)/socket",
      ] + options, environment: environment)
  }

  /// Starts `rubatod --simulate` and waits until it listens.
  convenience init(
    _ directory: TemporaryDirectory, _ options: [String] = [], environment: [String: String] = [:]
  ) throws {
    try self.init(unready: directory, options, environment: environment)
    try #require(waitUntilReady(), "\(remainingErrors())")
  }

  deinit { end() }

  /// Whether the daemon reports that it is listening before it ends.
  func waitUntilReady() -> Bool {
    String(decoding: output.fileHandleForReading.availableData, as: UTF8.self)
      .hasPrefix("Listening on")
  }

  /// Returns the remaining error output of a daemon that has ended.
  func remainingErrors() -> String {
    String(decoding: errors.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
  }

  func connect() throws -> Client {
    try Client(connectingTo: socket, timeout: .seconds(60))
  }

  func call<Method: ControlMethod>(_ method: Method) throws -> Method.Reply {
    try connect().call(Method.fullName, method)
  }

  /// Kills the daemon, and waits for its end.
  func end() {
    if process.isRunning { kill(process.processIdentifier, SIGKILL) }
    process.waitUntilExit()
  }

  func signal(_ number: Int32) {
    kill(process.processIdentifier, number)
  }
}
