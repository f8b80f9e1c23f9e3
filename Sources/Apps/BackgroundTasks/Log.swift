import Foundation

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// The library's messages on standard error, which the daemon keeps with the output of the app.
package enum Log {
  /// Writes a line with the name of the library and the message. A line that cannot be written, as on a full disk, is
  /// dropped.
  package static func write(
    _ message: String, as name: String = "BackgroundTasks", to file: FileHandle = .standardError
  ) {
    // `write(_:)` would end the process if the line cannot be written.
    try? file.write(contentsOf: Data("\(name): \(message)\n".utf8))
  }

  /// Ends the process, as Apple's framework does if an app breaks a rule.
  static func fail(_ message: String) -> Never {
    write("fatal: \(message)")
    abort()
  }
}
