import Control
import Foundation
import Testing

/// A real daemon on the system's clock that reads the machine, or a tree of files in its place.
final class ReadingDaemon {
  let process: DaemonProcess
  let directory: TemporaryDirectory

  init(
    _ directory: TemporaryDirectory, sources: String, deviceRoot: String? = nil,
    environment: [String: String] = [:]
  ) throws {
    self.directory = directory
    let systemd = try NotifySocket(directory)
    let root = deviceRoot.map { ["--device-root", $0] } ?? []
    process = try DaemonProcess(
      directory, program: "rubatod",
      arguments: [
        "--state-directory", "\(directory.path)/state", "--socket", "\(directory.path)/socket",
        "--sources", sources,
      ] + root, environment: environment.merging(["NOTIFY_SOCKET": systemd.path]) { $1 })
    try #require(systemd.hears("READY=1"), "\(process.remainingErrors())")
    unlink(systemd.path)
  }

  func call<Method: ControlMethod>(_ method: Method) throws -> Method.Reply {
    try process.call(method)
  }

  /// Ends the daemon, and returns its log.
  func log() -> String {
    process.end()
    return process.remainingErrors()
  }

  func field(_ key: String) throws -> DeviceFieldInfo {
    try #require(try call(GetDevice()).fields.first { $0.key == key })
  }
}

extension TemporaryDirectory {
  /// Writes a file below it.
  func write(_ text: String, to path: String) throws {
    let url = URL(fileURLWithPath: "\(self.path)/\(path)")
    try FileManager.default.createDirectory(
      at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
    try text.write(to: url, atomically: true, encoding: .utf8)
  }
}
