import Foundation
import Glibc

/// A program of the system, run to its end.
enum Command {
  struct Failure: Error, CustomStringConvertible {
    var description: String
  }

  static var isRoot: Bool { geteuid() == 0 }

  static func isThere(_ program: String) -> Bool {
    access(program, X_OK) == 0
  }

  static func run(_ words: String..., list: [String] = []) throws {
    let words = words + list
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = words
    process.standardInput = FileHandle.nullDevice
    try process.run()
    process.waitUntilExit()
    guard process.terminationStatus == 0 else {
      throw Failure(
        description: "\(words.joined(separator: " ")): \(process.terminationStatus)")
    }
  }

  /// A program that waits for its input to end.
  final class Running {
    private let process = Process()
    private let input = Pipe()

    fileprivate init(_ words: [String]) throws {
      process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
      process.arguments = words
      process.standardInput = input
      try process.run()
    }

    func end() {
      try? input.fileHandleForWriting.close()
      process.waitUntilExit()
    }
  }

  static func start(_ words: String...) throws -> Running {
    try Running(words)
  }
}
