import Glibc
import Scheduling

/// Looks whether what belongs at a path is there, without touching what may hang or would be mounted
/// by the look. Symbolic links are followed, one by one.
struct PathExamination {
  enum Outcome: Hashable {
    case there, missing
    /// Nobody may know, or the machine does not tell.
    case unknown
  }

  let view: MountView
  let mounts: MountTable
  /// Whether only what everybody may look at is looked at: those who ask are not all root.
  let isForAll: Bool
  /// Told, before it is looked at, what would tell of a change: an open directory or file, and what
  /// to wait for there (inotify(7)).
  let onWatchable: (CInt, UInt32) -> Void

  /// As the kernel has it (path_resolution(7)).
  private static let mostLinks = 40

  func examine(_ path: ExactString) -> Outcome {
    // What is mounted is known to everybody, whoever may go there.
    if mounts.top(at: path) != nil { return .there }
    guard path.text.utf8.first == UInt8(ascii: "/"), let root = OpenFile.open(AT_FDCWD, view.root)
    else {
      return .unknown
    }
    var place = root
    var above = place
    var real = ""
    var rest = path.names
    var links = 0
    while !rest.isEmpty {
      let name = rest.removeFirst()
      if name == "." { continue }
      guard isOpenToAll(place, real) else { return .unknown }
      let next = name == ".." ? Self.parent(of: real) : "\(real)/\(name)"
      if let mount = mounts.top(at: ExactString(next)), mount.isLeftAlone || rest.isEmpty {
        return .there
      }
      guard let file = enter(name, below: place) else {
        return errno == ENOENT || errno == ENOTDIR ? .missing : .unknown
      }
      if let target = file.linkTarget {
        links += 1
        if links > Self.mostLinks { return .unknown }
        rest = ExactString(target).names + rest
        if target.utf8.first == UInt8(ascii: "/") { (place, above, real) = (root, root, "") }
        continue
      }
      (above, place, real) = (place, file, next)
    }
    return examine(place, below: above, isRoot: real.isEmpty)
  }

  /// Whether the end of a path is what belongs there. An empty directory is where a drive would be
  /// mounted, unless it is mounted, which shows as another file system.
  private func examine(_ end: OpenFile, below above: OpenFile, isRoot: Bool) -> Outcome {
    guard !isRoot, end.isDirectory, end.device == above.device else {
      onWatchable(end.fd, PathEvents.gone)
      return .there
    }
    guard let isEmpty = end.isEmpty else { return .unknown }
    onWatchable(end.fd, isEmpty ? PathEvents.gone | PathEvents.came : PathEvents.gone)
    return end.isEmpty == true ? .missing : .there
  }

  /// What is missing may come just before the kernel was asked to tell of it.
  private func enter(_ name: String, below place: OpenFile) -> OpenFile? {
    if let file = OpenFile.open(place.fd, name) { return file }
    guard errno == ENOENT else { return nil }
    onWatchable(place.fd, PathEvents.gone | PathEvents.came)
    return OpenFile.open(place.fd, name)
  }

  private func isOpenToAll(_ directory: OpenFile, _ real: String) -> Bool {
    !isForAll || !directory.isDirectory || directory.mode & S_IXOTH != 0 || Self.holdsDrives(real)
  }

  /// Whether udisks mounts a user's drives there (/run/media/NAME or /media/NAME, for the user only):
  /// which ones they are, the table of mounts tells everybody.
  private static func holdsDrives(_ real: String) -> Bool {
    let names = real.split(separator: "/")
    return names.dropLast() == ["run", "media"] || names.dropLast() == ["media"]
  }

  private static func parent(of path: String) -> String {
    path.utf8.lastIndex(of: UInt8(ascii: "/")).map { String(path[..<$0]) } ?? ""
  }
}

/// What to wait for (inotify(7)).
enum PathEvents {
  /// At what is there: that it goes away.
  static let gone = UInt32(IN_DELETE_SELF | IN_MOVE_SELF)
  /// In a directory: that something comes.
  static let came = UInt32(IN_CREATE | IN_MOVED_TO)
}

extension MountTable.Mount {
  /// Whether being mounted is all that is asked of it: a server that is away would keep us waiting,
  /// and what an automounter would mount, the command's own access mounts.
  var isLeftAlone: Bool {
    type.hasPrefix("nfs") || type.hasPrefix("fuse") || Self.remote.contains(type)
  }

  private static let remote: Set<String> = [
    "9p", "afs", "autofs", "beegfs", "ceph", "cifs", "coda", "gpfs", "lustre", "orangefs", "smb2",
    "smb3", "smbfs", "vboxsf", "virtiofs",
  ]
}
