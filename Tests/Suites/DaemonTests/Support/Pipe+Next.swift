import Foundation
import Glibc
import Testing

extension Pipe {
  /// How long a test waits for what a process says, in milliseconds. A test that waits for ever holds up all others, and
  /// says nothing; a minute is far beyond what any of it takes.
  private static let patience: Int32 = 60_000

  /// What is said next; empty at the end of all that is said.
  ///
  /// - Parameter words: What it is waited for, for the message where nothing comes.
  func next(_ words: @autoclosure () -> String) throws -> Data {
    var reading = pollfd(
      fd: fileHandleForReading.fileDescriptor, events: Int16(POLLIN), revents: 0)
    try #require(poll(&reading, 1, Self.patience) == 1, "a minute went by without \(words())")
    return fileHandleForReading.availableData
  }
}
