#if canImport(Glibc)
  import Glibc
#endif

/// The context that this process inherits.
package enum Process {
  /// The environment variables by their names. Read once, from the C strings `NAME=VALUE` of environ(7).
  package static let environment: [String: String] = {
    var values: [String: String] = [:]
    var entry = environ
    while let text = entry.pointee.map({ String(cString: $0) }) {
      if let equals = text.firstIndex(of: "=") {
        values[String(text[..<equals])] = String(text[text.index(after: equals)...])
      }
      entry += 1
    }
    return values
  }()

  /// The current directory; `nil` if it was removed.
  static var directory: String? {
    guard let path = getcwd(nil, 0) else { return nil }
    defer { free(path) }
    return String(cString: path)
  }

  /// The file mode creation mask, which can only be read by setting it.
  static var mask: Int64 {
    let mask = umask(0)
    _ = umask(mask)
    return Int64(mask)
  }
}
