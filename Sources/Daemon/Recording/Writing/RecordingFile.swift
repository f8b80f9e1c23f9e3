import Glibc

/// The reason why there is no recording, or why it ends.
package struct RecordingError: Error, CustomStringConvertible, Sendable {
  package var description: String

  package init(_ description: String) {
    self.description = description
  }
}

/// The file of a recording, created or continued.
final class RecordingFile {
  private let fd: CInt
  /// Size in bytes.
  private(set) var length: Int
  /// The format of the file, if it differs from this version's; `nil` otherwise.
  private(set) var otherFormat: Int?

  /// The start of the first line of every recording.
  static let mark = "{\"began\":{"

  /// Creates and locks the file at `path`, or opens a recording there and removes its incomplete last line. Throws if
  /// the file is no recording, or is not only this daemon's.
  init(_ path: String) throws(RecordingError) {
    // O_EXCL and O_NOFOLLOW: a user who may write the directory must not redirect the writes to other files.
    let created = open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    if created >= 0 {
      (fd, length) = (created, 0)
      try lock(path)
      return
    }
    guard errno == EEXIST else { throw Self.error(path, errno) }
    let existing = open(path, O_RDWR | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY)
    guard existing >= 0 else { throw Self.error(path, errno) }
    fd = existing
    length = 0
    // `deinit` closes it if one of these throws.
    try checkIsRecording(path)
    try lock(path)
    length = try removeIncompleteLine(path)
    otherFormat = format.flatMap { $0 == RecordedBeginning.format ? nil : $0 }
  }

  deinit {
    // A child that was forked and has not yet executed its program has the descriptor, too: without this, the file
    // would be locked until then.
    flock(fd, LOCK_UN)
    close(fd)
  }

  /// Appends whole lines. If that fails, removes the part that was written, and throws.
  func append(_ bytes: [UInt8]) throws(RecordingError) {
    var rest = bytes[...]
    while !rest.isEmpty {
      let writtenCount = bytes.count - rest.count
      let count = rest.withUnsafeBytes {
        pwrite(fd, $0.baseAddress, $0.count, off_t(length + writtenCount))
      }
      if count < 0 && errno == EINTR { continue }
      guard count > 0 else {
        // A call that writes nothing sets no `errno`.
        let code = count == 0 ? EIO : errno
        ftruncate(fd, off_t(length))
        throw RecordingError("it cannot be written: \(String(cString: strerror(code)))")
      }
      rest = rest.dropFirst(count)
    }
    length += bytes.count
  }

  /// Throws if the open file does not begin as a recording, or if another user owns it or has access to it.
  private func checkIsRecording(_ path: String) throws(RecordingError) {
    var status = stat()
    guard fstat(fd, &status) == 0 else { throw Self.error(path, errno) }
    var start = [UInt8](repeating: 0, count: Self.mark.utf8.count)
    let isFile = status.st_mode & S_IFMT == S_IFREG
    let count = isFile ? pread(fd, &start, start.count, 0) : -1
    // A crash before the end of the first line can leave an empty file.
    guard isFile, count == 0 || start == Array(Self.mark.utf8) else {
      throw RecordingError(
        "\(path) exists and is not a recording; remove it, or use another file with --record")
    }
    guard status.st_uid == geteuid(), status.st_mode & 0o077 == 0 else {
      throw RecordingError(
        "\(path) is readable by others or belongs to uid \(status.st_uid);"
          + " remove it, or restrict it: chmod 600")
    }
  }

  /// The format in the first line; `nil` if there is none. It is near the start: members are sorted, and those
  /// before it are short.
  private var format: Int? {
    var start = [UInt8](repeating: 0, count: 512)
    let count = pread(fd, &start, start.count, 0)
    let text = String(decoding: start.prefix(max(0, count)), as: UTF8.self)
    guard let match = text.firstMatch(of: /"format":([0-9]+)/) else { return nil }
    return Int(match.1)
  }

  /// Locks the file, since two daemons must not write to one file. Throws if another daemon has locked it.
  private func lock(_ path: String) throws(RecordingError) {
    guard flock(fd, LOCK_EX | LOCK_NB) == 0 else {
      throw RecordingError(
        "\(path) is in use by another daemon; stop that daemon, or use another file with --record")
    }
  }

  /// Removes an incomplete last line that a crashed daemon may have left. Returns the remaining length.
  private func removeIncompleteLine(_ path: String) throws(RecordingError) -> Int {
    var status = stat()
    guard fstat(fd, &status) == 0 else { throw Self.error(path, errno) }
    // Searches the last newline backwards, block by block.
    var end = Int(status.st_size)
    var block = [UInt8](repeating: 0, count: 65_536)
    while end > 0 {
      let start = max(0, end - block.count)
      let count = pread(fd, &block, end - start, off_t(start))
      guard count == end - start else { throw Self.error(path, errno) }
      if let newline = block[..<count].lastIndex(of: UInt8(ascii: "\n")) {
        end = start + newline + 1
        break
      }
      end = start
    }
    guard ftruncate(fd, off_t(end)) == 0 else { throw Self.error(path, errno) }
    return end
  }

  /// Returns the error that the recording cannot be opened, for the system's error number `code`.
  private static func error(_ path: String, _ code: CInt) -> RecordingError {
    RecordingError(
      "--record \(path) cannot be opened: \(String(cString: strerror(code))); name another file")
  }
}
