import Glibc

/// Why the daemon cannot start: what, and what to do about it.
package struct DaemonError: Error, CustomStringConvertible {
  package var description: String

  init(_ description: String) {
    self.description = description
  }

  static func system(_ operation: String, _ code: CInt) -> DaemonError {
    DaemonError("\(operation) failed: \(String(cString: strerror(code)))")
  }
}
