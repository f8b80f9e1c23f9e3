import Foundation

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// The library's messages on standard error, which the daemon keeps with the output of the app.
package enum Log {
  /// Writes a line with the name of the library and the message.
  package static func write(_ message: String, as name: String = "BackgroundTasks") {
    FileHandle.standardError.write(Data("\(name): \(message)\n".utf8))
  }

  /// Ends the process, as Apple's framework does if an app breaks a rule.
  static func fail(_ message: String) -> Never {
    write("fatal: \(message)")
    abort()
  }
}
