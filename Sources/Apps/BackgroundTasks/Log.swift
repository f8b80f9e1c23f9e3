import Foundation

#if canImport(Glibc)
  import Glibc
#endif

/// What the library has to say, on standard error: the daemon keeps it with the output of the app.
package enum Log {
  package static func write(_ message: String, as name: String = "BackgroundTasks") {
    FileHandle.standardError.write(Data("\(name): \(message)\n".utf8))
  }

  /// Ends the process, as Apple's framework does where an app breaks a rule.
  static func fail(_ message: String) -> Never {
    write("fatal: \(message)")
    abort()
  }
}
