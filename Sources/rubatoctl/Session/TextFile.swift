import Terminal

#if canImport(Glibc)
  import Glibc
#endif

enum TextFile {
  /// All of a file's text; `-` is standard input.
  ///
  /// - Parameter limit: The most bytes that are of use.
  static func read(_ path: String, limit: Int) throws(Failure) -> String {
    let fd = path == "-" ? STDIN_FILENO : open(path, O_RDONLY | O_CLOEXEC)
    guard fd >= 0 else { throw failure(path, errno) }
    defer { if fd != STDIN_FILENO { close(fd) } }
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 65_536)
    while true {
      let count = Glibc.read(fd, &buffer, buffer.count)
      if count == 0 { break }
      guard count > 0 else {
        if errno == EINTR { continue }
        throw failure(path, errno)
      }
      bytes += buffer[..<count]
      guard bytes.count <= limit else {
        throw .refused("\(path) is longer than \(limit) bytes; shorten it")
      }
    }
    guard let text = String(validating: bytes, as: UTF8.self) else {
      throw .refused("\(path) is not text in UTF-8")
    }
    return text
  }

  private static func failure(_ path: String, _ code: Int32) -> Failure {
    .refused("cannot read \(path): \(String(cString: strerror(code)))")
  }
}
