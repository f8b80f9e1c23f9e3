import Glibc
import Scheduling

/// The free space of some directories, in successive readings.
struct StorageSurvey {
  let directories: [String]
  let tree: KernelTree
  private var states: [String: StorageSpace] = [:]

  init(directories: [String], tree: KernelTree) {
    self.directories = directories
    self.tree = tree
  }

  /// Reads the free space of all directories.
  /// - Returns: The worst state of all; `nil` if none is known.
  mutating func readWorstState() -> StorageSpace? {
    let mounts = MountTable(of: tree)
    var next: [String: StorageSpace] = [:]
    for directory in directories {
      guard let reading = StorageReading(directory, mounts) else { continue }
      next[directory] = reading.state(before: states[directory])
    }
    states = next
    return [.full, .low, .ok].first { next.values.contains($0) }
  }
}

extension StorageReading {
  /// Reads the size and the free space of the file system with this directory.
  /// - Returns: `nil` for a file system without sizes, and for a read-only one, which is permanently full: the
  ///   system of an image-based distribution.
  init?(_ directory: String, _ mounts: MountTable) {
    var status = statvfs()
    guard statvfs(directory, &status) == 0, status.f_blocks > 0,
      mounts.mount(containing: ExactString(directory))?.isReadOnly != true
    else { return nil }
    // Space that only root may use is not available to a user's work.
    self.init(
      totalBytes: Self.bytes(of: UInt64(status.f_blocks), each: UInt64(status.f_frsize)),
      freeBytes: Self.bytes(of: UInt64(status.f_bavail), each: UInt64(status.f_frsize)),
      freeFiles: status.f_files > 0 ? UInt64(status.f_favail) : nil)
  }

  /// Returns the size of some blocks. File systems without a limit report numbers whose product exceeds 64 bits: the
  /// result is then the greatest number.
  static func bytes(of blocks: UInt64, each blockBytes: UInt64) -> UInt64 {
    let (bytes, overflows) = blocks.multipliedReportingOverflow(by: blockBytes)
    return overflows ? .max : bytes
  }
}
