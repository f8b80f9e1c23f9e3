import Foundation

#if canImport(Glibc)
  import Glibc
#endif

/// A file that is not visible until it is complete. If the file system supports it, the file has no name until then, so
/// that no part remains if the process is killed.
final class ZIPOutput {
  let path: String
  private let descriptor: Int32
  /// The temporary name; `nil` if the file has none.
  private var temporary: String?
  private(set) var offset: UInt64 = 0

  /// O_TMPFILE, which glibc's headers define only with _GNU_SOURCE. Its own bit is the same on all processors that
  /// Swift supports (asm-generic/fcntl.h).
  private static let unnamed = 0o20_000_000 | O_DIRECTORY

  /// Creates a file without a name in the directory of the target or, if the file system has no such files, one with
  /// a temporary name. Throws a `ZIPError` if that fails.
  init(_ url: URL) throws {
    path = url.path
    let directory = url.deletingLastPathComponent().path
    let unnamedFile = open(directory, Self.unnamed | O_WRONLY | O_CLOEXEC, 0o600)
    if unnamedFile >= 0 {
      descriptor = unnamedFile
      return
    }
    let name = Self.temporaryName(of: url)
    descriptor = open(name, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else {
      throw ZIPError(.unwritable, "\(path) cannot be written", errno)
    }
    temporary = name
  }

  /// Creates an output that must not be published.
  init(descriptor: Int32, path: String) {
    self.descriptor = descriptor
    self.path = path
  }

  deinit {
    close(descriptor)
    if let temporary { unlink(temporary) }
  }

  /// Returns a random hidden path in the directory of the target.
  private static func temporaryName(of url: URL) -> String {
    // Bytes, since a name has at most 255 of them, and a character can have many.
    let start = String(decoding: url.lastPathComponent.utf8.prefix(100), as: UTF8.self)
    return url.deletingLastPathComponent().appending(path: ".\(start).\(UUID().uuidString)").path
  }

  /// Writes bytes at the end, and adds their number to `offset`.
  func append(_ bytes: UnsafeRawBufferPointer) throws {
    try write(bytes, at: nil)
    offset += UInt64(bytes.count)
  }

  func append(_ bytes: [UInt8]) throws { try bytes.withUnsafeBytes { try append($0) } }

  /// Overwrites existing bytes.
  func patch(_ bytes: [UInt8], at place: UInt64) throws {
    try bytes.withUnsafeBytes { try write($0, at: place) }
  }

  /// Writes all bytes at `place`, or after the last ones if `place` is `nil`. Throws a `ZIPError` if that fails.
  private func write(_ bytes: UnsafeRawBufferPointer, at place: UInt64?) throws {
    var done = 0
    while done < bytes.count {
      let rest = UnsafeRawBufferPointer(rebasing: bytes[done...])
      let count =
        if let place {
          pwrite(descriptor, rest.baseAddress, rest.count, off_t(place) + off_t(done))
        } else {
          Glibc.write(descriptor, rest.baseAddress, rest.count)
        }
      if count < 0, errno == EINTR { continue }
      if count <= 0 { throw failure(count == 0 ? EIO : errno) }
      done += count
    }
  }

  /// Gives the written file its name, replacing an existing file at `path`, and returns when that is on disk.
  func publish() throws {
    if fsync(descriptor) != 0 { throw failure(errno) }
    let name = temporary ?? Self.temporaryName(of: URL(filePath: path))
    if temporary == nil {
      // linkat(2) cannot replace a file, so the file first gets a temporary name.
      let itself = "/proc/self/fd/\(descriptor)"
      if linkat(AT_FDCWD, itself, AT_FDCWD, name, AT_SYMLINK_FOLLOW) != 0 { throw failure(errno) }
      temporary = name
    }
    if rename(name, path) != 0 { throw failure(errno) }
    temporary = nil
    let directory = open(
      URL(filePath: path).deletingLastPathComponent().path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard directory >= 0 else { throw failure(errno) }
    defer { close(directory) }
    // Some file systems cannot sync a directory.
    if fsync(directory) != 0, errno != EINVAL { throw failure(errno) }
  }

  /// Returns the error for a failed write of the archive.
  private func failure(_ code: Int32) -> ZIPError {
    ZIPError(.unwritable, "\(path) cannot be written after \(offset) bytes", code)
  }
}
