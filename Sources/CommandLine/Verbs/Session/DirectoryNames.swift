import Terminal

#if canImport(Glibc)
  import Glibc
#endif

/// The names in a directory.
package enum DirectoryNames {
  /// Returns the names of all entries of a directory but `.` and `..`, in order. Throws if it cannot be read.
  package static func read(_ directory: String) throws(Failure) -> [String] {
    guard let stream = opendir(directory) else {
      throw .refused("cannot read \(directory.visible): \(String(cString: strerror(errno)))")
    }
    defer { closedir(stream) }
    var names: [String] = []
    while let entry = readdir(stream) {
      // In place: a copy would read all 256 bytes of the name, beyond the end of the buffer for the last entries.
      let name = withUnsafeBytes(of: &entry.pointee.d_name) {
        String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self)
      }
      if name != ".", name != ".." { names.append(name) }
    }
    return names.sorted()
  }
}
