import Foundation
import Testing

@testable import BackgroundTasksTesting

/// The result of a wait for another process, by the answers of the system.
@Suite struct ReadableWaitTests {
  @Test func anErrorIsNoSilence() {
    let wait = ReadableWait(0, within: .seconds(60)) { _, _ in
      errno = ENOMEM
      return -1
    }
    #expect(wait.result() == .failure(ENOMEM))
  }

  @Test func aSignalDoesNotProlongTheWait() {
    var waits: [Int32] = []
    let wait = ReadableWait(0, within: .zero) { _, milliseconds in
      waits.append(milliseconds)
      errno = EINTR
      return waits.count < 3 ? -1 : 0
    }
    #expect(wait.result() == .timeout)
    #expect(waits == [0, 0, 0])
  }

  @Test func bytesAndTheEndEndIt() throws {
    let pipe = Pipe()
    let wait = ReadableWait(pipe.fileHandleForReading.fileDescriptor, within: .seconds(60))
    try pipe.fileHandleForWriting.close()
    #expect(wait.result() == .readable)
    let silent = Pipe()
    let reading = ReadableWait(silent.fileHandleForReading.fileDescriptor, within: .zero)
    #expect(reading.result() == .timeout)
    withExtendedLifetime(silent) {}
  }
}
