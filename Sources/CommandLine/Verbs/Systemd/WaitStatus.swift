#if canImport(Glibc)
  import Glibc
#endif

/// The end of a child process: its exit code, or the signal that ended it.
struct WaitStatus {
  /// The number of waitpid(2): the low seven bits are the signal, and the next byte is the exit code (wait(2)).
  private let bits: Int32

  /// Waits for the end of a child of this process.
  init(ofChild child: pid_t) {
    var bits: Int32 = 0
    // A signal to this process interrupts the wait.
    while waitpid(child, &bits, 0) < 0, errno == EINTR {}
    self.bits = bits
  }

  /// The number of the signal that ended the child; `nil` if the child has exited.
  var signalNumber: Int32? {
    let number = bits & 0x7F
    return number == 0 ? nil : number
  }

  /// The exit code as in a shell: that of the child, or 128 and the number of the signal that ended it.
  var shellCode: Int32 {
    if let signalNumber { return 128 + signalNumber }
    return bits >> 8 & 0xFF
  }
}
