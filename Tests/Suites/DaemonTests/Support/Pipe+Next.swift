import Foundation
import Glibc
import Testing

extension Pipe {
  /// The longest wait of a test for output of a process, in milliseconds. A test that waits forever would block all
  /// others without a message. A minute is far longer than any of these outputs takes.
  private static let patience: Int32 = 60_000

  /// Returns the next output; empty at the end of the output.
  ///
  /// - Parameter words: The awaited output, for the message after a timeout.
  func next(_ words: @autoclosure () -> String) throws -> Data {
    var reading = pollfd(
      fd: fileHandleForReading.fileDescriptor, events: Int16(POLLIN), revents: 0)
    try #require(poll(&reading, 1, Self.patience) == 1, "a minute went by without \(words())")
    return fileHandleForReading.availableData
  }
}
