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
  ///
  /// - Parameter resolve: Returns a path without links, as which the kernel lists a mount point.
  mutating func readFstab(
    _ text: String, resolvingLinksBy resolve: (ExactString) -> ExactString = { $0 }
  ) {
    fstabPoints = text.utf8.split(separator: UInt8(ascii: "\n")).compactMap { line in
      let fields = line.split { [UInt8(ascii: " "), UInt8(ascii: "\t")].contains($0) }
      guard fields.count > 2, fields[0].first != UInt8(ascii: "#"),
        fields[1].first == UInt8(ascii: "/")
      else { return nil }
      // A mount point may be written with a slash at its end.
      let names = ExactString(MountTable.unescaped(Substring(fields[1]))).names
      return names.isEmpty ? nil : resolve(ExactString("/" + names.joined(separator: "/")))
    }
  }

  /// Records the mount of an existing path, which is expected there from now on. The root's mount is not recorded.
  ///
  /// - Parameter realPath: The path without links.
  mutating func recordMount(
    of path: ExactString, at realPath: ExactString? = nil, in mounts: MountTable
  ) {
    guard let point = mounts.mount(containing: realPath ?? path)?.point, point != "/" else {
      return
    }
    pointsOfSeenPaths[path] = point
  }

  /// Whether `path` is below an expected mount point on which no file system is mounted.
  ///
  /// - Parameter realPath: The path without links.
  func isOnAbsentMount(
    _ path: ExactString, at realPath: ExactString? = nil, in mounts: MountTable
  ) -> Bool {
    // The mount on which the path was seen last need not be in fstab. A link on the path may lead elsewhere since.
    let points = fstabPoints + [pointsOfSeenPaths[path]].compactMap(\.self)
    return points.contains {
      MountTable.isInside(realPath ?? path, $0) && mounts.visibleMount(at: $0) == nil
    }
  }
}
