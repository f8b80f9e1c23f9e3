import Glibc

/// Short files, such as those of the kernel's interfaces.
package enum SmallFile {
  /// Reads the text of a file up to about `limitBytes` bytes; `nil` if it cannot be opened.
  package static func read(_ path: String, limitBytes: Int = 65_536) -> String? {
    guard let file = OwnedDescriptor.open(path, O_RDONLY) else { return nil }
    var bytes = [UInt8]()
    while bytes.count < limitBytes {
      let part = [UInt8](unsafeUninitializedCapacity: 4096) { buffer, count in
        count = max(0, Glibc.read(file.raw, buffer.baseAddress, buffer.count))
      }
      if part.isEmpty { break }
      bytes += part
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Writes the text to an existing file in one call. Returns 0 or `errno`.
  @discardableResult
  static func write(_ text: String, to path: String) -> Int32 {
    guard let file = OwnedDescriptor.open(path, O_WRONLY) else { return errno }
    let count = text.utf8.count
    return Glibc.write(file.raw, text, count) == count ? 0 : errno
  }

  /// Writes the whole text to an open file, in several calls if needed. Returns 0 or `errno`.
  static func writeAll(_ text: String, to fd: Int32) -> Int32 {
    var rest = Array(text.utf8)[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { Glibc.write(fd, $0.baseAddress, $0.count) }
      if count < 0, errno == EINTR { continue }
      // A call that writes nothing sets no `errno`.
      guard count > 0 else { return count == 0 ? EIO : errno }
      rest = rest.dropFirst(count)
    }
    return 0
  }

  /// Returns the names in a directory, without those that begin with a dot; empty if it cannot be read.
  package static func names(in directory: String) -> [String] {
    guard let stream = opendir(directory) else { return [] }
    defer { closedir(stream) }
    var names = [String]()
    while let entry = readdir(stream) {
      let name = withUnsafePointer(to: &entry.pointee.d_name) {
        $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
      }
      if !name.hasPrefix(".") { names.append(name) }
    }
    return names.sorted()
  }

  /// Creates a directory with this mode, and its missing parents with the mode 755. Returns 0 or `errno`; 0 also if it
  /// exists.
  static func makeDirectories(_ path: String, mode: mode_t) -> Int32 {
    if mkdir(path, mode) == 0 || errno == EEXIST { return 0 }
    guard errno == ENOENT, let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")),
      slash != path.startIndex
    else {
      return errno
    }
    let error = makeDirectories(String(path[..<slash]), mode: 0o755)
    if error != 0 { return error }
    return mkdir(path, mode) == 0 || errno == EEXIST ? 0 : errno
  }
}
