import Foundation

/// The command-line program as people start it.
enum Rubatoctl {
  struct Result {
    var code: Int32
    var output: String
    var errors: String
  }

  /// Runs a verb and waits for its end.
  ///
  /// - Parameter daemon: Whom to ask; nil for verbs that ask nobody.
  static func run(
    _ arguments: [String], by daemon: DaemonProcess? = nil, environment: [String: String] = [:]
  ) throws -> Result {
    let process = Process()
    let (output, errors) = (Pipe(), Pipe())
    process.executableURL = DaemonProcess.products.appendingPathComponent("rubatoctl")
    process.arguments = arguments
    var surroundings = ProcessInfo.processInfo.environment.merging(environment) { $1 }
    if let daemon { surroundings["RUBATO_SOCKET"] = daemon.socket }
    process.environment = surroundings
    process.standardOutput = output
    process.standardError = errors
    process.standardInput = FileHandle.nullDevice
    try process.run()
    // Little is written to the second, so it cannot fill while the first is read.
    let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    let complaint = String(
      decoding: errors.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    return Result(code: process.terminationStatus, output: text, errors: complaint)
  }
}
