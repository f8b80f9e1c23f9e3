import AtomicFiles

#if canImport(Glibc)
  import Glibc
#endif

/// The file of an option such as `--output`.
package enum OutputFile {
  /// Replaces or creates a regular file, behind symbolic links if the path names them. Writes into any other file, such
  /// as /dev/stdout or a pipe, which stays in place.
  ///
  /// - Parameter mode: The mode of a regular file.
  package static func write(
    _ text: String, to path: String, mode: mode_t
  ) throws(Failure) {
    let target = try target(of: path)
    var status = stat()
    if lstat(target, &status) == 0, status.st_mode & S_IFMT != S_IFREG {
      // The open file of a link in /proc can be regular. It gets no permissions that it did not have.
      if stat(target, &status) == 0, status.st_mode & S_IFMT == S_IFREG {
        chmod(target, status.st_mode & mode)
      }
      return try TextFile.write(text, to: target)
    }
    do throws(AtomicFileError) {
      try AtomicFile.replace(target, by: Array(text.utf8), mode: mode)
    } catch {
      throw TextFile.writeFailure(target, error.code)
    }
  }

  /// Returns the path of a regular file, or of one that can be created, without symbolic links as its last part. Throws
  /// a refusal of any other file, which cannot be read again.
  package static func regularFile(at path: String) throws(Failure) -> String {
    let target = try target(of: path)
    var status = stat()
    guard lstat(target, &status) != 0 || status.st_mode & S_IFMT == S_IFREG else {
      throw .refused("\(path) is not a regular file; name another with --output")
    }
    return target
  }

  /// Follows the symbolic links that the last part of a path names. The file at their end can be missing.
  private static func target(of path: String) throws(Failure) -> String {
    // As many as the kernel follows (path_resolution(7)).
    let mostLinks = 40
    var target = path
    for _ in 0...mostLinks {
      guard let link = try link(at: target) else { return target }
      target =
        link.utf8.first == UInt8(ascii: "/") ? link : "\(AtomicFile.parent(of: target))/\(link)"
    }
    throw TextFile.writeFailure(path, ELOOP)
  }

  /// Returns the content of a symbolic link; `nil` if there is none at the path, or if it is of an open file, such as
  /// /dev/stdout. Throws a refusal if the link belongs to another user, who could lead root to any file.
  private static func link(at path: String) throws(Failure) -> String? {
    // O_PATH of open(2), which the module of glibc lacks. The descriptor is of the link itself, so that its owner and
    // its content are those of one link.
    let pathOnly: Int32 = 0o10_000_000
    let fd = open(path, pathOnly | O_NOFOLLOW | O_CLOEXEC)
    guard fd >= 0 else { return nil }
    defer { close(fd) }
    var (status, statusOfProc) = (stat(), stat())
    guard fstat(fd, &status) == 0, status.st_mode & S_IFMT == S_IFLNK else { return nil }
    // The file of a link in /proc/self/fd is open, and can be without a path.
    if stat("/proc", &statusOfProc) == 0, status.st_dev == statusOfProc.st_dev { return nil }
    guard [0, geteuid()].contains(status.st_uid) else {
      throw .refused(
        "\(path) is a symbolic link of another user; name the file to which it leads")
    }
    var bytes = [CChar](repeating: 0, count: Int(PATH_MAX))
    let count = readlinkat(fd, "", &bytes, bytes.count)
    guard count > 0 else { return nil }
    return String(decoding: bytes[..<count].map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }
}
