import Scheduling

/// Where something belongs that is mounted: what the administrator's table names (fstab(5)), and where
/// a path that is watched was found once. A directory that is left behind there, with whatever has been
/// written into it since, is not the drive.
struct ExpectedMounts {
  /// The mount points of the administrator's table.
  private var listed: [ExactString] = []
  /// On which mount each watched path was seen last, but for the root's.
  private var seen: [ExactString: ExactString] = [:]

  /// Forgets all but these paths.
  mutating func keep(_ paths: [ExactString]) {
    seen = seen.filter { paths.contains($0.key) }
  }

  /// Takes the text of fstab.
  mutating func list(_ text: String) {
    listed = text.split(separator: "\n").compactMap { line in
      let fields = line.split { $0 == " " || $0 == "\t" }
      guard fields.count > 2, !fields[0].hasPrefix("#"), fields[1].hasPrefix("/") else {
        return nil
      }
      let point = ExactString(MountTable.unescaped(fields[1]))
      return point == "/" ? nil : point
    }
  }

  /// Takes that `path` is there.
  mutating func note(_ path: ExactString, in mounts: MountTable) {
    guard let point = mounts.mount(holding: path)?.point, point != "/" else { return }
    seen[path] = point
  }

  /// Whether a mount is missing that `path` would be on.
  func isMissing(_ path: ExactString, in mounts: MountTable) -> Bool {
    let points = listed.filter { MountTable.isInside(path, $0) } + [seen[path]].compactMap(\.self)
    return points.contains { mounts.top(at: $0) == nil }
  }
}
