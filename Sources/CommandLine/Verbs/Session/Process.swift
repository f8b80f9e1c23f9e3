import Terminal

#if canImport(Glibc)
  import Glibc
#endif

/// The context that this process inherits.
package enum Process {
  /// The environment variables by their names, without those that are not text in UTF-8. Read once, from the C strings
  /// `NAME=VALUE` of environ(7).
  package static let environment: [String: String] = {
    var values: [String: String] = [:]
    var entry = environ
    while let bytes = entry.pointee {
      if let text = String(validatingCString: bytes),
        let equals = text.utf8.firstIndex(of: UInt8(ascii: "="))
      {
        values[String(text[..<equals])] = String(text[text.utf8.index(after: equals)...])
      }
      entry += 1
    }
    return values
  }()

  /// Returns the current directory. Throws a refusal if it was removed, or its path is not text in UTF-8.
  static func directory() throws(Failure) -> String {
    let path = getcwd(nil, 0)
    defer { free(path) }
    guard let path, let text = String(validatingCString: path) else {
      throw .refused(
        "the current directory was removed, or its path is not text in UTF-8; change to another")
    }
    return text
  }

  /// Throws a refusal if an argument of this process is not text in UTF-8. The daemon stores text only, and in text,
  /// the argument would name another file.
  static func checkArguments() throws(Failure) {
    for index in 1..<max(1, Int(CommandLine.argc)) {
      guard let argument = CommandLine.unsafeArgv[index],
        String(validatingCString: argument) == nil
      else { continue }
      throw .refused(
        "the argument '\(String(cString: argument).visible)' is not text in UTF-8; rename the file, or"
          + " name it by a pattern, as in: sh -c 'gzip photo*.tar'")
    }
  }

  /// Opens /dev/null in the place of each standard descriptor that is closed. Otherwise the connection to the daemon
  /// could get its number, and the answer would be written to the daemon.
  static func openStandardFiles() {
    var fd: CInt = 0
    // The kernel takes the smallest free number.
    repeat { fd = open("/dev/null", O_RDWR) } while (0...STDERR_FILENO).contains(fd)
    if fd > STDERR_FILENO { close(fd) }
  }

  /// The file mode creation mask, which can only be read by setting it.
  static var mask: Int64 {
    let mask = umask(0)
    _ = umask(mask)
    return Int64(mask)
  }
}
