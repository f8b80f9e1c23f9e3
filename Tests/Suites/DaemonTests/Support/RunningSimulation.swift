import Foundation
import Testing

/// A simulation in a separate process, which writes its progress as JSON to standard error.
final class RunningSimulation {
  private let process = Process()
  private let errors = Pipe()
  /// The text that has been read from standard error.
  private(set) var seen = ""

  /// Starts `rubatoctl` with these arguments and `--progress json`.
  init(_ arguments: [String]) throws {
    process.executableURL = Rubatoctl.built
    process.arguments = arguments + ["--progress", "json"]
    process.standardOutput = FileHandle.nullDevice
    process.standardError = errors
    try process.run()
  }

  var pid: pid_t { process.processIdentifier }

  /// Reads standard error until this number of worlds is done.
  func waitUntilDone(_ count: Int) throws {
    while !seen.contains("\"done\":\(count)") {
      let data = errors.fileHandleForReading.availableData
      try #require(!data.isEmpty, "\(seen)")
      seen += String(decoding: data, as: UTF8.self)
    }
  }

  /// Reads the rest of standard error, waits for the end, and returns the exit code.
  func exitCode() -> Int32 {
    seen += String(decoding: errors.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    return process.terminationStatus
  }
}
