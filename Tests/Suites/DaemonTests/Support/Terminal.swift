import Foundation
import Testing

/// A pseudo-terminal.
enum Terminal {
  // ioctl_tty(2): TIOCSPTLCK and TIOCGPTN.
  private static let unlock: UInt = 0x4004_5431
  private static let numberOfSlave: UInt = 0x8004_5430

  /// Returns the output of a program on a terminal.
  static func output(of program: URL, _ arguments: [String]) throws -> String {
    let master = open("/dev/ptmx", O_RDWR | O_NOCTTY | O_CLOEXEC)
    var (locked, number): (CInt, CUnsignedInt) = (0, 0)
    try #require(master >= 0)
    try #require(ioctl(master, unlock, &locked) == 0 && ioctl(master, numberOfSlave, &number) == 0)
    let slave = open("/dev/pts/\(number)", O_RDWR | O_NOCTTY)
    try #require(slave >= 0)
    let process = Process()
    process.executableURL = program
    process.arguments = arguments
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = FileHandle(fileDescriptor: slave)
    try process.run()
    close(slave)
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 4096)
    while case let count = read(master, &buffer, buffer.count), count > 0 {
      bytes += buffer[..<count]
    }
    process.waitUntilExit()
    close(master)
    return String(decoding: bytes, as: UTF8.self)
  }
}
