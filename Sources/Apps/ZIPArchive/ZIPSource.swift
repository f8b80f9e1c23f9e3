import Foundation

#if canImport(Glibc)
  import Glibc
#endif

/// A file that is read for an archive, and must not change during that.
final class ZIPSource {
  private let path: String
  private let descriptor: Int32
  private let statusAtOpen: stat
  private var totalRead: UInt64 = 0

  /// Opens a file to be packed. Throws a `ZIPError` if it cannot be read or is not a regular file.
  init(_ url: URL) throws {
    path = url.path
    // Opening a named pipe would otherwise wait for a writer.
    descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else {
      throw ZIPError(.unreadable, "\(path) cannot be read", errno)
    }
    do {
      statusAtOpen = try Self.status(of: descriptor, path)
    } catch {
      // Not closed by `deinit`, which is called only if all properties have values.
      close(descriptor)
      throw error
    }
  }

  /// Returns the status of an open file. Throws a `ZIPError` if the status cannot be read, or is not that of a regular
  /// file.
  static func status(of descriptor: Int32, _ path: String) throws -> stat {
    var status = stat()
    guard fstat(descriptor, &status) == 0 else {
      throw ZIPError(.unreadable, "\(path) cannot be read", errno)
    }
    guard status.st_mode & S_IFMT == S_IFREG else {
      throw ZIPError(.unreadable, "\(path) is not a regular file; pack a regular file")
    }
    return status
  }

  deinit { close(descriptor) }

  var size: UInt64 { UInt64(clamping: statusAtOpen.st_size) }
  /// The mode with the file type.
  var mode: UInt32 { statusAtOpen.st_mode }
  /// The modification time, in seconds since 1970.
  var modified: Int { statusAtOpen.st_mtim.tv_sec }

  /// Reads bytes into `buffer`. Returns their number; 0 at the end. Throws a `ZIPError` if the file has changed since
  /// it was opened.
  func read(into buffer: UnsafeMutableRawBufferPointer) throws -> Int {
    while true {
      let readCount = Glibc.read(descriptor, buffer.baseAddress, buffer.count)
      if readCount < 0, errno == EINTR { continue }
      if readCount < 0 { throw ZIPError(.unreadable, "\(path) cannot be read", errno) }
      totalRead += UInt64(readCount)
      // A file that grows as fast as it is read would never end.
      if readCount == 0 || totalRead > size { try checkIsUnchanged() }
      return readCount
    }
  }

  /// Throws a `ZIPError` if the size or the modification time has changed, if the bytes read are not as many as the
  /// size, or if the status cannot be read.
  private func checkIsUnchanged() throws {
    let now = try Self.status(of: descriptor, path)
    let isSame =
      now.st_size == statusAtOpen.st_size && totalRead == size
      && now.st_mtim.tv_sec == statusAtOpen.st_mtim.tv_sec
      && now.st_mtim.tv_nsec == statusAtOpen.st_mtim.tv_nsec
    if !isSame {
      throw ZIPError(
        .changed, "\(path) was changed while it was packed; pack it again when it is complete")
    }
  }
}
