import Foundation
import Glibc

@testable import Devices

/// Runs a program of the system to its end.
enum Command {
  struct Failure: Error, CustomStringConvertible {
    var description: String
  }

  /// Whether this process may mount, create network namespaces and send events as the kernel does: it must be root,
  /// with CAP_NET_ADMIN and CAP_SYS_ADMIN, which many containers lack (capabilities(7)).
  static let isRoot: Bool = {
    let status = KernelTree().text("/proc/self/status") ?? ""
    let line = status.split(separator: "\n").first { $0.hasPrefix("CapEff:") }
    let digits = line?.split(separator: "\t").last ?? ""
    let needed: UInt64 = 1 << 12 | 1 << 21
    return geteuid() == 0 && (UInt64(digits, radix: 16) ?? 0) & needed == needed
  }()

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
