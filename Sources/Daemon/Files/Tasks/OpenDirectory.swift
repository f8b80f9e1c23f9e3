#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// An open directory, so that its entries come from the same directory that was checked.
final class OpenDirectory {
  private let fd: CInt
  private let path: String
  private let owners: Set<UInt32>

  /// Opens the directory; `nil` if it does not exist. Throws if it cannot be read, or if it is not trusted because
  /// another user than one of `owners` could change it.
  init?(path: String, owners: Set<UInt32>) throws(FileError) {
    let fd = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard fd >= 0 else {
      if errno == ENOENT { return nil }
      throw FileError(file: path, message: "cannot be read: \(String(cString: strerror(errno)))")
    }
    self.fd = fd
    self.path = path
    self.owners = owners
    // If the directory is not trusted, `deinit` closes it.
    var status = stat()
    fstat(fd, &status)
    if let objection = Trust.objection(to: status, owners: owners) {
      throw FileError(file: path, message: objection)
    }
  }

  deinit { close(fd) }

  /// Returns the names of all files that are not hidden, sorted.
  func names() throws(FileError) -> [String] {
    // A copy, because closedir(3) closes it.
    guard let stream = fdopendir(dup(fd)) else {
      throw FileError(file: path, message: "cannot be read: \(String(cString: strerror(errno)))")
    }
    defer { closedir(stream) }
    var names: [String] = []
    while let entry = readdir(stream) {
      let name = withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
        String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
      }
      if !name.hasPrefix(".") { names.append(name) }
    }
    return names.sorted()
  }

  /// Returns the entry of the file `name`, with its content.
  ///
  /// - Parameter prefix: The path of this directory below the directory of task files; empty if it is that directory.
  func entry(_ name: String, below prefix: String) -> TaskTree.Entry {
    TaskTree.Entry(name: prefix + name, path: "\(path)/\(name)", content: content(name))
  }

  /// Reads a file of the directory. Returns a refusal with the reason if the file cannot be read or is not trusted.
  private func content(_ name: String) -> TaskTree.Content {
    // Opened without waiting for a writer, if it is a FIFO.
    let file = openat(fd, name, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY)
    guard file >= 0 else {
      return .refused("cannot be read: \(String(cString: strerror(errno)))")
    }
    defer { close(file) }
    return TaskTree.content(fd: file, owners: owners)
  }
}
