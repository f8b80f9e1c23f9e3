import Control
import Foundation
import Testing
import Varlink

/// A process of the installed app that a user has started, and that performs commands of the test.
final class OpenedApp {
  static let export = "com.example.feed.export"

  private let process = Process()
  private let input = Pipe()
  private let output = Pipe()
  private var unread = Data()

  init(_ app: InstalledApp) throws {
    process.executableURL = DaemonProcess.products.appendingPathComponent("task-app")
    process.environment = [
      "RUBATO_SOCKET": app.daemon.socket, "RUBATO_APP": InstalledApp.id, "BEHAVIOUR": "told",
    ]
    process.standardInput = input
    process.standardOutput = output
    try process.run()
    #expect(try hear() == "launched")
  }

  deinit {
    process.terminate()
    process.waitUntilExit()
  }

  /// Sends a command to the process, and returns its answer.
  @discardableResult
  func tell(_ line: String) throws -> String {
    try input.fileHandleForWriting.write(contentsOf: Data("\(line)\n".utf8))
    return try hear()
  }

  /// Returns the next line of its output.
  func hear() throws -> String {
    while true {
      if let end = unread.firstIndex(of: UInt8(ascii: "\n")) {
        defer { unread = Data(unread[(end + 1)...]) }
        return String(decoding: unread[..<end], as: UTF8.self)
      }
      let more = try output.next("a word of the app")
      try #require(!more.isEmpty, "the app has ended")
      unread += more
    }
  }

  /// Registers a handler for a continued task and submits the task, as after a tap. Returns the next two lines, in
  /// either order: that the task was submitted, and that it was delivered.
  func begin(_ name: String) throws -> Set<String> {
    let id = "\(Self.export).\(name)"
    #expect(try tell("register \(id)") == "registered: true")
    return Set([try tell("continue \(id)"), try hear()])
  }

  /// Ends the process without reading its output.
  func end() { process.terminate() }
}
