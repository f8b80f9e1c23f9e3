import Foundation
import Testing

/// A small file system in memory, mounted as long as this object exists.
final class TemporaryFileSystem {
  private let directory: TemporaryDirectory

  init(bytes: Int) throws {
    directory = try TemporaryDirectory()
    try Self.run("mount", "-t", "tmpfs", "-o", "size=\(bytes)", "tmpfs", directory.path)
  }

  deinit {
    try? Self.run("umount", "--lazy", directory.path)
  }

  var path: String { directory.path }

  /// Fills the file system.
  func fill() throws {
    // Without O_CLOEXEC, a process that another test starts would keep the file, and its space, until the process ends.
    let fd = open(path + "/filler", O_WRONLY | O_CREAT | O_CLOEXEC, 0o600)
    defer { close(fd) }
    let block = [UInt8](repeating: 0, count: 4096)
    while write(fd, block, block.count) > 0 {}
    try #require(errno == ENOSPC)
  }

  func free() throws {
    try FileManager.default.removeItem(atPath: path + "/filler")
  }

  func resize(bytes: Int) throws {
    try Self.run("mount", "-o", "remount,size=\(bytes)", path)
  }

  func remountReadOnly() throws {
    try Self.run("mount", "-o", "remount,ro", path)
  }

  private static func run(_ program: String, _ arguments: String...) throws {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = [program] + arguments
    process.standardError = FileHandle.nullDevice
    try process.run()
    process.waitUntilExit()
    guard process.terminationStatus == 0 else {
      throw CocoaError(.fileWriteNoPermission)
    }
  }
}
