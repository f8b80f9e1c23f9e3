#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// The end of a child process: its exit code, or the signal that ended it.
package struct WaitStatus: Hashable, Sendable {
  /// The number of waitpid(2): the low seven bits are the signal, and the next byte is the exit code (wait(2)). `nil` if
  /// the end is unknown, for example since this process ignores SIGCHLD.
  private let bits: Int32?

  /// - Parameter bits: The number of waitpid(2).
  package init(bits: Int32) { self.bits = bits }

  /// Waits for the end of a child of this process.
  package init(ofChild child: pid_t) {
    var bits: Int32 = 0
    var ended: pid_t
    // A signal to this process interrupts the wait.
    repeat { ended = waitpid(child, &bits, 0) } while ended < 0 && errno == EINTR
    self.bits = ended == child ? bits : nil
  }

  /// Returns the end of a child of this process without waiting; `nil` if it is running.
  package static func ofEndedChild(_ child: pid_t) -> WaitStatus? {
    var bits: Int32 = 0
    return waitpid(child, &bits, WNOHANG) == child ? WaitStatus(bits: bits) : nil
  }

  /// The number of the signal that ended the child; `nil` if the child has exited, or if its end is unknown.
  package var signalNumber: Int32? {
    guard let bits, bits & 0x7F != 0 else { return nil }
    return bits & 0x7F
  }

  /// The exit code; `nil` if a signal ended the child, or if its end is unknown.
  package var exitCode: Int32? {
    guard let bits, bits & 0x7F == 0 else { return nil }
    return bits >> 8 & 0xFF
  }

  /// Whether the signal left a core dump.
  package var dumpedCore: Bool { signalNumber != nil && (bits ?? 0) & 0x80 != 0 }

  /// The exit code as in a shell: that of the child, or 128 and the number of the signal that ended it. 255, as of a
  /// failed ssh(1), if its end is unknown.
  package var shellCode: Int32 { exitCode ?? signalNumber.map { 128 + $0 } ?? 255 }
}
