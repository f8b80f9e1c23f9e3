#if canImport(Glibc)
  import Glibc
#endif

/// The output of a run, shown by `rubatoctl logs`.
enum Log {
  /// Writes a line to standard error.
  static func write(_ text: String) {
    let line = Array("\(text)\n".utf8)
    _ = line.withUnsafeBytes { Glibc.write(STDERR_FILENO, $0.baseAddress, $0.count) }
  }
}
