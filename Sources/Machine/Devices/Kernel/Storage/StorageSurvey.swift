import Glibc
import Scheduling

/// How much room some directories have, one time after the other.
struct StorageSurvey {
  let places: [String]
  let tree: KernelTree
  private var states: [String: StorageSpace] = [:]

  init(places: [String], tree: KernelTree) {
    self.places = places
    self.tree = tree
  }

  /// - Returns: the worst of all; nil where nothing tells.
  mutating func observe() -> StorageSpace? {
    let mounts = MountTable(tree.text("/proc/self/mountinfo") ?? "")
    var next: [String: StorageSpace] = [:]
    for place in places {
      guard let reading = StorageReading(place, mounts) else { continue }
      next[place] = reading.state(before: states[place])
    }
    states = next
    return [.full, .low, .ok].first { next.values.contains($0) }
  }
}

extension StorageReading {
  /// - Returns: nil for a file system that tells nothing, and for one that nobody can write to,
  ///   which is full for good: the system of an image-based distribution.
  init?(_ place: String, _ mounts: MountTable) {
    var status = statvfs()
    guard statvfs(place, &status) == 0, status.f_blocks > 0,
      mounts.mount(holding: ExactString(place))?.isReadOnly != true
    else { return nil }
    // What only root may still use is no room for a user's work.
    self.init(
      totalBytes: UInt64(status.f_blocks) * UInt64(status.f_frsize),
      freeBytes: UInt64(status.f_bavail) * UInt64(status.f_frsize),
      freeFiles: status.f_files > 0 ? UInt64(status.f_favail) : nil)
  }
}
