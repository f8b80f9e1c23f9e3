#if canImport(Glibc)
  import Glibc
#endif

/// Files that exist completely or not at all.
package enum AtomicFile {
  /// Writes a file that only its owner may read, and returns when it is on disk. An existing file stays until the new
  /// one is complete.
  package static func write(_ bytes: [UInt8], to path: String) throws(AtomicFileError) {
    let temporary = "\(path).new"
    let fd = open(temporary, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | O_NOFOLLOW, 0o600)
    guard fd >= 0 else { throw AtomicFileError(.write, path, errno) }
    do throws(AtomicFileError) {
      defer { close(fd) }
      try write(bytes, to: fd, path)
      guard fsync(fd) == 0 else { throw AtomicFileError(.write, path, errno) }
    } catch {
      unlink(temporary)
      throw error
    }
    try move(temporary, to: path)
  }

  /// Replaces or creates a file, and returns when that is on disk. The new file has a random, hidden name in the same
  /// directory until it is complete, and gets no other mode or owner than these.
  ///
  /// - Parameter owner: The owner; `nil` for the user of this process.
  package static func replace(
    _ path: String, by bytes: [UInt8], mode: mode_t = 0o600,
    owner: (user: uid_t, group: gid_t)? = nil
  ) throws(AtomicFileError) {
    let name = names(in: path).last ?? ""
    let suffix = String(UInt64.random(in: .min ... .max), radix: 36)
    let temporary = "\(parent(of: path))/.\(name).\(suffix)"

    // Only this user may read the file until its owner and its mode are set.
    let flags = O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW
    let fd = open(temporary, flags, 0o600)
    guard fd >= 0 else { throw AtomicFileError(.write, path, errno) }
    do throws(AtomicFileError) {
      defer { close(fd) }
      try write(bytes, to: fd, path)
      if let owner, fchown(fd, owner.user, owner.group) != 0 {
        throw AtomicFileError(.write, path, errno)
      }
      guard fchmod(fd, mode) == 0, fsync(fd) == 0 else {
        throw AtomicFileError(.write, path, errno)
      }
    } catch {
      unlink(temporary)
      throw error
    }
    try move(temporary, to: path)
  }

  /// Removes the new files that calls of `replace` for this path left when their process was killed. No other process
  /// may replace the file at this time.
  package static func removeRemains(of path: String) {
    let directory = parent(of: path)
    guard let stream = opendir(directory) else { return }
    defer { closedir(stream) }
    let prefix = ".\(names(in: path).last ?? "")."
    while let entry = readdir(stream) {
      let name = withUnsafeBytes(of: &entry.pointee.d_name) {
        String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self)
      }
      guard name.utf8.starts(with: prefix.utf8) else { continue }
      let suffix = Substring(name.utf8.dropFirst(prefix.utf8.count))
      // `replace` ends the name with a random number in base 36. Nearly all of them have 11 to 13 digits; one in 5,000
      // has fewer, and its file stays. Editors use shorter suffixes, and their files must stay.
      let isRandomNumber = (11...13).contains(suffix.count) && UInt64(suffix, radix: 36) != nil
      if isRandomNumber { unlink("\(directory)/\(name)") }
    }
  }

  /// Writes all bytes to an open descriptor, in several calls if needed. `path` is only named in errors.
  private static func write(
    _ bytes: [UInt8], to fd: Int32, _ path: String
  ) throws(AtomicFileError) {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { Glibc.write(fd, $0.baseAddress, $0.count) }
      if count < 0, errno == EINTR { continue }
      // A call that writes nothing sets no `errno`.
      guard count > 0 else { throw AtomicFileError(.write, path, count == 0 ? EIO : errno) }
      rest = rest.dropFirst(count)
    }
  }

  /// Renames a file, replaces an existing one, and returns when that is on disk. If the renaming fails, removes
  /// `source`.
  package static func move(_ source: String, to path: String) throws(AtomicFileError) {
    guard rename(source, path) == 0 else {
      let error = AtomicFileError(.replace, path, errno)
      unlink(source)
      throw error
    }
    try sync(directory: parent(of: path))
  }

  /// Returns the directory that contains the path: `.` for a path without a slash.
  package static func parent(of path: String) -> String {
    guard let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")) else { return "." }
    return slash == path.startIndex ? "/" : String(path[..<slash])
  }

  /// Returns the names between the slashes of a path. Paths are divided by bytes: a slash before a mark such as U+0301
  /// is not equal to one as a `Character`.
  package static func names(in path: String) -> [String] {
    path.utf8.split(separator: UInt8(ascii: "/")).map { String(Substring($0)) }
  }

  /// Flushes the entries of a directory to disk, so that a renamed or removed file survives a crash.
  package static func sync(directory: String) throws(AtomicFileError) {
    let fd = open(directory, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard fd >= 0 else { throw AtomicFileError(.open, directory, errno) }
    defer { close(fd) }
    // Some file systems do not support it for directories.
    guard fsync(fd) == 0 || errno == EINVAL else {
      throw AtomicFileError(.write, directory, errno)
    }
  }

  /// Reads a file; `nil` if it cannot be read, is a symbolic link, or is longer than `limit` bytes.
  package static func read(_ path: String, limit: Int) -> [UInt8]? {
    // Without O_NONBLOCK, a named pipe at this path would block the caller.
    let fd = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)
    guard fd >= 0 else { return nil }
    defer { close(fd) }
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 65_536)
    while bytes.count <= limit {
      let count = Glibc.read(fd, &buffer, buffer.count)
      if count == 0 { return bytes }
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { return nil }
      bytes += buffer[..<count]
    }
    return nil
  }
}
