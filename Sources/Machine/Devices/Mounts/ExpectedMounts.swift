import Scheduling

/// The expected mount points: those of the administrator's table (fstab(5)), and those on which a watched path was
/// seen once. A directory that remains there after an unmount, whatever has been written into it since, is not the
/// drive.
struct ExpectedMounts {
  /// The mount points of the administrator's table.
  private var fstabPoints: [ExactString] = []
  /// The mount on which each watched path was seen last, except for the root's.
  private var pointsOfSeenPaths: [ExactString: ExactString] = [:]

  /// Forgets the mounts of all paths except these.
  mutating func forgetPaths(except paths: [ExactString]) {
    pointsOfSeenPaths = pointsOfSeenPaths.filter { paths.contains($0.key) }
  }

  /// Reads the mount points from the text of fstab, except for the root, in place of those read before.
  mutating func readFstab(_ text: String) {
    fstabPoints = text.split(separator: "\n").compactMap { line in
      let fields = line.split { $0 == " " || $0 == "\t" }
      guard fields.count > 2, !fields[0].hasPrefix("#"), fields[1].hasPrefix("/") else {
        return nil
      }
      let point = ExactString(MountTable.unescaped(fields[1]))
      return point == "/" ? nil : point
    }
  }

  /// Records the mount of an existing path, which is expected there from now on. The root's mount is not recorded.
  mutating func recordMount(of path: ExactString, in mounts: MountTable) {
    guard let point = mounts.mount(containing: path)?.point, point != "/" else { return }
    pointsOfSeenPaths[path] = point
  }

  /// Whether `path` is below an expected mount point on which no file system is mounted.
  func isOnAbsentMount(_ path: ExactString, in mounts: MountTable) -> Bool {
    let pointsAbove = fstabPoints.filter { MountTable.isInside(path, $0) }
    // The mount on which the path was seen last need not be in fstab.
    let lastSeenPoint = [pointsOfSeenPaths[path]].compactMap(\.self)
    return (pointsAbove + lastSeenPoint).contains { mounts.visibleMount(at: $0) == nil }
  }
}
