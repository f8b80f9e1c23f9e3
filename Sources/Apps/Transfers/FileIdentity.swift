import JSON

#if canImport(Glibc)
  import Glibc
#endif

/// The identity of a file when its transfer was queued, which shows whether the file was replaced or changed.
///
/// The numbers of its device and its inode are not part of it, since an unchanged file can receive others: the kernel
/// assigns those of btrfs, NFS and removable drives at each mount, and those of inodes of FAT and exFAT each time that
/// it reads the inodes. A file that is moved to the path has another time of its last change.
package struct FileIdentity: Hashable, JSONConvertible, Sendable {
  /// The absolute path.
  package var path: String
  package var size: Int64
  /// Nanoseconds since 1970: the last change of the content, and of the content or the attributes.
  package var modified: Int64
  package var changed: Int64

  init(path: String, _ status: stat) {
    self.path = path
    size = Int64(status.st_size)
    modified = Self.nanoseconds(status.st_mtim)
    changed = Self.nanoseconds(status.st_ctim)
  }

  /// Returns the time in nanoseconds since 1970. A date beyond their range has another number, which is only compared.
  private static func nanoseconds(_ time: timespec) -> Int64 {
    Int64(time.tv_sec) &* 1_000_000_000 &+ Int64(time.tv_nsec)
  }

  /// Opens a file for an upload.
  ///
  /// - Parameter path: An absolute path.
  /// - Returns: The descriptor, which the caller must close, and the identity of the file.
  /// - Throws: If the file cannot be read, or is not a regular file.
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
      throw .file(path, "is not a regular file; upload a regular file")
    }
    return (descriptor, FileIdentity(path: path, status))
  }

  /// Opens the file again and returns the descriptor, which the caller must close.
  ///
  /// - Throws: If the file no longer exists or has changed.
  package func reopen() throws(TransferError) -> Int32 {
    let (descriptor, present) = try Self.open(path)
    guard present == self else {
      close(descriptor)
      throw .file(path, "has changed since the transfer was queued")
    }
    return descriptor
  }

  /// Whether the file behind the open descriptor is still the identified one, with the same content.
  package func isUnchanged(_ descriptor: Int32) -> Bool {
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { return false }
    var present = FileIdentity(path: path, status)
    // An added or removed link does not change the content.
    present.changed = changed
    return present == self
  }
}

extension FileIdentity {
  /// Reads an identity from JSON; `nil` if a member is missing or of another type.
  package init?(json: JSONElement) {
    guard var members = JSONMembers(json) else { return nil }
    do throws(JSONMismatch) {
      path = try members.required("path")
      size = try members.required("size")
      modified = try members.required("modified")
      changed = try members.required("changed")
    } catch {
      return nil
    }
  }

  /// Writes the identity as a JSON object.
  package func write(to json: inout JSONWriter) {
    json.beginObject()
    json.member("path", path)
    json.member("size", size)
    json.member("modified", modified)
    json.member("changed", changed)
    json.endObject()
  }
}
