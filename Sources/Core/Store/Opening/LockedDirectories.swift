import Glibc
import Synchronization

/// The state directories of this process' stores. Closing any descriptor of a file drops all record locks of the
/// process on it (fcntl(2)), so no directory is opened a second time.
enum LockedDirectories {
  struct Entry: Hashable, Sendable {
    var device: dev_t
    var inode: ino_t
  }

  private static let held = Mutex<Set<Entry>>([])

  /// Records that a store of this process uses `directory`, and returns the entry to pass to `release`. Throws `inUse`
  /// if another store of this process uses it, and `missingDirectory` if it is not a directory.
  static func hold(_ directory: String) throws(StoreError) -> Entry {
    var status = stat()
    if stat(directory, &status) != 0 && errno != ENOENT && errno != ENOTDIR {
      throw StoreError(errno: errno, path: directory)
    }
    // `status` is still zero if the path does not exist.
    guard status.st_mode & S_IFMT == S_IFDIR else { throw .missingDirectory(directory) }
    let entry = Entry(device: status.st_dev, inode: status.st_ino)
    guard held.withLock({ $0.insert(entry).inserted }) else {
      throw .inUse(directory: directory, pid: getpid())
    }
    return entry
  }

  /// Records that a directory is no longer in use.
  static func release(_ entry: Entry) {
    _ = held.withLock { $0.remove(entry) }
  }
}
