import Foundation

/// The command-line program, started as users start it.
enum Rubatoctl {
  struct Result {
    var code: Int32
    var output: String
    var errors: String
  }

  static let built = DaemonProcess.products.appendingPathComponent("rubatoctl")

  /// Whether verbs can be run as a user without rights.
  static let canRunAsNobody = geteuid() == 0 && access("/usr/bin/setpriv", X_OK) == 0

  /// Runs a verb as a user without rights.
  static func runAsNobody(
    _ arguments: [String], by daemon: DaemonProcess? = nil
  ) throws -> Result {
    let rights = ["--reuid=65534", "--regid=65534", "--clear-groups", built.path]
    return try run(rights + arguments, by: daemon, as: URL(filePath: "/usr/bin/setpriv"))
  }

  /// Runs a verb and waits for its end.
  ///
  /// - Parameters:
  /// - daemon: The daemon that the verb connects to; `nil` for verbs that need none.
  /// - program: The program, if it is not in the build directory.
  static func run(
    _ arguments: [String], by daemon: DaemonProcess? = nil, environment: [String: String] = [:],
    as program: URL = built
  ) throws -> Result {
    let process = Process()
    let (output, errors) = (Pipe(), Pipe())
    process.executableURL = program
    process.arguments = arguments
    var surroundings = ProcessInfo.processInfo.environment.merging(environment) { $1 }
    if let daemon { surroundings["RUBATO_SOCKET"] = daemon.socket }
    process.environment = surroundings
    process.standardOutput = output
    process.standardError = errors
    process.standardInput = FileHandle.nullDevice
    try process.run()
    // Little is written to standard error, so it cannot fill while standard output is read.
    let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    let complaint = String(
      decoding: errors.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    return Result(code: process.terminationStatus, output: text, errors: complaint)
  }
}
