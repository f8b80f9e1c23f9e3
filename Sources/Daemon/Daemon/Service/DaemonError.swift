import Glibc

/// The reason why the daemon cannot start, and the remedy.
package struct DaemonError: Error, CustomStringConvertible {
  package var description: String

  init(_ description: String) {
    self.description = description
  }

  /// Makes the error of a failed system call, with the text of the error number `code`.
  static func system(_ operation: String, _ code: CInt) -> DaemonError {
    DaemonError("\(operation) failed: \(String(cString: strerror(code)))")
  }
}
