import JSON

#if canImport(Glibc)
  import Glibc
#endif

/// A file as it was when its transfer was queued: another file of its name, or other content, is not what was to be sent.
package struct FileIdentity: Hashable, JSONConvertible, Sendable {
  /// Absolute.
  package var path: String
  package var device: Int64
  package var inode: Int64
  package var size: Int64
  /// Nanoseconds since 1970: of the content, and of anything about the file.
  package var modified: Int64
  package var changed: Int64

  init(path: String, _ status: stat) {
    self.path = path
    device = Int64(bitPattern: UInt64(status.st_dev))
    inode = Int64(bitPattern: UInt64(status.st_ino))
    size = Int64(status.st_size)
    modified = Self.nanoseconds(status.st_mtim)
    changed = Self.nanoseconds(status.st_ctim)
  }

  private static func nanoseconds(_ time: timespec) -> Int64 {
    Int64(time.tv_sec) &* 1_000_000_000 &+ Int64(time.tv_nsec)
  }

  /// Opens what is to be uploaded.
  ///
  /// - Parameter path: Absolute.
  /// - Returns: Its descriptor, which is the caller's to close, and what it is.
  /// - Throws: Where it cannot be read, or is no regular file.
  package static func open(
    _ path: String
  ) throws(TransferError) -> (descriptor: Int32, identity: FileIdentity) {
    let descriptor = Glibc.open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY)
    guard descriptor >= 0 else { throw .file(path, "cannot be read: \(TransferError.system())") }
    var status = stat()
    guard fstat(descriptor, &status) == 0 else {
      close(descriptor)
      throw .file(path, "cannot be read: \(TransferError.system())")
    }
    guard status.st_mode & S_IFMT == S_IFREG else {
      close(descriptor)
      throw .file(path, "is no regular file; only those are uploaded")
    }
    return (descriptor, FileIdentity(path: path, status))
  }

  /// Opens it once more.
  ///
  /// - Throws: Where it is gone, or is not what it was.
  package func reopen() throws(TransferError) -> Int32 {
    let (descriptor, present) = try Self.open(path)
    guard present == self else {
      close(descriptor)
      throw .file(path, "has changed since the transfer was queued")
    }
    return descriptor
  }

  /// Whether what is open is still what it was: also while it was sent.
  package func isUnchanged(_ descriptor: Int32) -> Bool {
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { return false }
    var present = FileIdentity(path: path, status)
    // A link more or less is no change of what was sent.
    present.changed = changed
    return present == self
  }
}

extension FileIdentity {
  package init?(json: JSONElement) {
    guard var members = JSONMembers(json) else { return nil }
    do throws(JSONMismatch) {
      path = try members.required("path")
      device = try members.required("device")
      inode = try members.required("inode")
      size = try members.required("size")
      modified = try members.required("modified")
      changed = try members.required("changed")
    } catch {
      return nil
    }
  }

  package func write(to json: inout JSONWriter) {
    json.beginObject()
    json.member("path", path)
    json.member("device", device)
    json.member("inode", inode)
    json.member("size", size)
    json.member("modified", modified)
    json.member("changed", changed)
    json.endObject()
  }
}
