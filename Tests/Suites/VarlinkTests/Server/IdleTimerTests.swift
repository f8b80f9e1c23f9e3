import CLinux
import Descriptors
import Glibc
import Testing

@testable import VarlinkServer

struct IdleTimerTests {
  @Test func callsBackOnceAfterEachBurst() {
    let loop = EventLoop(name: "idle timer")
    let callbacks = Mailbox<Int>()
    nonisolated(unsafe) var timer: IdleTimer?
    nonisolated(unsafe) var count = 0
    loop.sync {
      timer = IdleTimer(on: loop, after: .milliseconds(1)) {
        count += 1
        callbacks.put(count)
      }
    }
    for burst in 1...3 {
      loop.sync { for _ in 0..<100 { timer?.noteCall() } }
      #expect((try? callbacks.take()) == burst)
    }
    loop.sync { timer = nil }
  }

  /// The program continues after its code and its constants were unmapped.
  @Test func releasedMemoryIsReadAgain() {
    let text = String(repeating: "a constant of this file", count: 3)
    rubato_release_memory()
    #expect(text.count == 69)
    #expect(getpid() > 0)
  }
}
