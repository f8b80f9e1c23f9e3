import Terminal
import Vocabulary

#if canImport(Glibc)
  import Glibc
#endif

/// Files that a user names, of limited size.
package enum TextFile {
  /// Reads all of a file's text; `-` is standard input. Throws a refusal if it cannot be read, is too long, or is not
  /// UTF-8.
  ///
  /// - Parameter limit: The largest allowed number of bytes.
  package static func read(_ path: String, limit: Int) throws(Failure) -> String {
    guard let text = String(validating: try bytes(path, limit: limit), as: UTF8.self) else {
      throw .refused("\(path) is not text in UTF-8; save it in this encoding")
    }
    return text
  }

  /// Reads all bytes of a file; `-` is standard input. Throws a refusal if it cannot be read or is too long.
  ///
  /// - Parameter limit: The largest allowed number of bytes.
  package static func bytes(_ path: String, limit: Int) throws(Failure) -> [UInt8] {
    if let bytes = bytesReadOnce[path] {
      try checkLength(of: bytes, path, limit: limit)
      return bytes
    }
    // Without O_NONBLOCK, opening a named pipe would wait for a writer. `refusePipe` refuses it instead.
    let fd = path == "-" ? STDIN_FILENO : open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard fd >= 0 else { throw readFailure(path, errno) }
    defer { if fd != STDIN_FILENO { close(fd) } }
    try refusePipe(fd, path)
    let bytes = try bytes(from: fd, path, limit: limit)
    var status = stat()
    let isFile = fstat(fd, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
    if path == "-" || !isFile { bytesReadOnce[path] = bytes }
    return bytes
  }

  /// The bytes of standard input and of pipes, by their paths. They can be read only once, and a simulation reads its
  /// files several times. Unsynchronized, since the programs that read such files have one thread.
  nonisolated(unsafe) private static var bytesReadOnce: [String: [UInt8]] = [:]

  /// Returns all bytes from an open descriptor.
  private static func bytes(
    from fd: CInt, _ path: String, limit: Int
  ) throws(Failure) -> [UInt8] {
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 65_536)
    while true {
      let count = Glibc.read(fd, &buffer, buffer.count)
      if count == 0 { break }
      guard count > 0 else {
        if errno == EINTR { continue }
        throw readFailure(path, errno)
      }
      bytes += buffer[..<count]
      try checkLength(of: bytes, path, limit: limit)
    }
    return bytes
  }

  /// Throws a refusal if the bytes of a file are too many.
  private static func checkLength(
    of bytes: [UInt8], _ path: String, limit: Int
  ) throws(Failure) {
    guard bytes.count <= limit else {
      throw .refused("\(path) is longer than \(limit) bytes; shorten it")
    }
  }

  /// Refuses a named pipe, since one without a writer would be waited for without end. A pipe from a shell, as in
  /// `<(command)`, has a writer. Reads of an accepted file may wait.
  private static func refusePipe(_ fd: CInt, _ path: String) throws(Failure) {
    var status = stat()
    guard path != "-", fstat(fd, &status) == 0 else { return }
    if status.st_mode & S_IFMT == S_IFIFO, !path.hasPrefix("/dev/"), !path.hasPrefix("/proc/") {
      throw .refused("\(path) is a named pipe; give a file, or - for standard input")
    }
    // The file was opened with O_NONBLOCK, so that opening a pipe did not wait.
    _ = fcntl(fd, F_SETFL, fcntl(fd, F_GETFL) & ~O_NONBLOCK)
  }

  /// Replaces the content of a file by `text`.
  package static func write(_ text: String, to path: String) throws(Failure) {
    let fd = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o666)
    guard fd >= 0 else { throw writeFailure(path, errno) }
    var rest = Array(text.utf8)[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { Glibc.write(fd, $0.baseAddress, $0.count) }
      if count < 0 && errno != EINTR {
        let code = errno
        close(fd)
        throw writeFailure(path, code)
      }
      rest = rest.dropFirst(max(0, count))
    }
    // Some file systems report a full disk only here.
    if close(fd) != 0 { throw writeFailure(path, errno) }
  }

  /// Returns the refusal for a file that cannot be written.
  ///
  /// - Parameter code: The number of the error, such as ENOENT.
  static func writeFailure(_ path: String, _ code: Int32) -> Failure {
    let problem = code == ENOENT ? missingDirectoryText(of: path) : nil
    return .refused("cannot write \(path): \(problem ?? String(cString: strerror(code)))")
  }

  /// Returns the problem and the remedy if the directory of a file does not exist; `nil` if it exists.
  private static func missingDirectoryText(of path: String) -> String? {
    guard let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")) else { return nil }
    let directory = String(path[..<slash])
    guard !directory.isEmpty, access(directory, F_OK) != 0 else { return nil }
    return "directory \(directory) not found; create it with: mkdir -p"
      + " \(ShellText.quoted(directory))"
  }

  /// Returns the refusal for a file that cannot be read.
  ///
  /// - Parameter code: The number of the error, such as ENOENT.
  private static func readFailure(_ path: String, _ code: Int32) -> Failure {
    .refused("cannot read \(path): \(String(cString: strerror(code)))")
  }
}
