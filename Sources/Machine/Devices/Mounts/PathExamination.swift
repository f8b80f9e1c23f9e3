import Glibc
import Scheduling

/// Checks whether a path exists, without touching files that may hang or that the check would mount. Symbolic links
/// are followed, one by one.
struct PathExamination {
  enum Outcome: Hashable {
    case there, missing
    /// The path is not accessible to all users, or the machine does not report it.
    case unknown
  }

  let view: MountView
  let mounts: MountTable
  /// Whether only files that every user may access are checked, because not all requesters are root.
  let checksOnlyPublicPaths: Bool
  /// Called before each check with an open directory or file, and the events to wait for there (inotify(7)).
  let onWatchable: (CInt, UInt32) -> Void

  /// The kernel's limit (path_resolution(7)).
  private static let mostLinks = 40

  /// The result of an examination.
  struct Finding: Hashable {
    var outcome: Outcome
    /// The path without links, except for links in a file system that was not entered. Ends at an automounter, which
    /// mounts the rest at an access. `nil` if a part of the path is missing or unknown.
    var realPath: ExactString?
  }

  /// Follows the path, name by name, and returns whether its end exists. A remote, automounted or FUSE file system on
  /// the way ends the check, and the path counts as existing.
  func examine(_ path: ExactString) -> Finding {
    // Mounts are visible to every user, whatever the permissions are.
    if mounts.visibleMount(at: path) != nil { return Finding(outcome: .there, realPath: path) }
    guard path.text.utf8.first == UInt8(ascii: "/"), let root = OpenFile.open(AT_FDCWD, view.root)
    else {
      return Finding(outcome: .unknown)
    }
    return follow(path.names, from: root)
  }

  /// Follows the names from the root, and returns whether the last one exists.
  private func follow(_ names: [String], from root: OpenFile) -> Finding {
    var place = root
    // The directory with the entry `place`, which distinguishes a mounted file system from its mount point.
    var placeBefore = root
    // The path of `place` without links; empty for the root.
    var realPath = ""
    var remainingNames = names
    var linkCount = 0
    while !remainingNames.isEmpty {
      let name = remainingNames.removeFirst()
      if name == "." { continue }
      // The daemon must not disclose the entries of a directory that only some users may enter.
      guard isOpenToAll(place, realPath) else { return Finding(outcome: .unknown) }

      let nextPath = name == ".." ? Self.parent(of: realPath) : "\(realPath)/\(name)"
      let isEndOfPath = remainingNames.isEmpty
      // A file system whose access can block is not entered, and the path counts as existing.
      if let mount = mounts.visibleMount(at: ExactString(nextPath)),
        mount.mustNotBeEntered || isEndOfPath
      {
        // A file system on the rest of the path can be absent, except below an automounter.
        let rest = mount.type == "autofs" ? [] : remainingNames
        return Finding(
          outcome: .there, realPath: ExactString(([nextPath] + rest).joined(separator: "/")))
      }
      guard let file = openOrWatch(name, below: place) else {
        return Finding(outcome: errno == ENOENT || errno == ENOTDIR ? .missing : .unknown)
      }

      if let target = file.linkTarget {
        linkCount += 1
        if linkCount > Self.mostLinks { return Finding(outcome: .unknown) }
        remainingNames = ExactString(target).names + remainingNames
        let isAbsolute = target.utf8.first == UInt8(ascii: "/")
        // A relative target continues from the directory that contains the link, which is still `place`.
        if isAbsolute { (place, placeBefore, realPath) = (root, root, "") }
        continue
      }
      (placeBefore, place, realPath) = (place, file, nextPath)
    }
    let isRoot = realPath.isEmpty
    return Finding(
      outcome: examineEnd(place, below: placeBefore, isRoot: isRoot),
      realPath: isRoot ? "/" : ExactString(realPath))
  }

  /// Returns whether the end of the path is the expected file. An empty directory is a mount point of a drive,
  /// unless the drive is mounted, which shows as another file system.
  private func examineEnd(_ end: OpenFile, below directory: OpenFile, isRoot: Bool) -> Outcome {
    let canBeUnusedMountPoint = !isRoot && end.isDirectory && end.device == directory.device
    if !canBeUnusedMountPoint {
      onWatchable(end.fd, PathEvents.removal)
      return .there
    }
    guard let isEmpty = end.isEmpty else { return .unknown }
    onWatchable(end.fd, isEmpty ? PathEvents.removal | PathEvents.newEntry : PathEvents.removal)
    // Read again, since the directory may have changed just before the watch was armed.
    return end.isEmpty == true ? .missing : .there
  }

  /// Opens `name` in a directory; `nil`, with `errno`, if that fails. If the file is missing, tries again after arming
  /// the watch, since it may have appeared just before.
  private func openOrWatch(_ name: String, below directory: OpenFile) -> OpenFile? {
    if let file = OpenFile.open(directory.fd, name) { return file }
    guard errno == ENOENT else { return nil }
    onWatchable(directory.fd, PathEvents.removal | PathEvents.newEntry)
    return OpenFile.open(directory.fd, name)
  }

  /// Whether the check may continue below the directory at this path, because every user may do so.
  private func isOpenToAll(_ directory: OpenFile, _ realPath: String) -> Bool {
    !checksOnlyPublicPaths || !directory.isDirectory || directory.mode & S_IXOTH != 0
      || Self.containsDrivesOfUser(realPath)
  }

  /// Whether udisks mounts a user's drives there (/run/media/NAME or /media/NAME, for the user only). The table of
  /// mounts shows them to every user.
  private static func containsDrivesOfUser(_ realPath: String) -> Bool {
    let names = ExactString(realPath).names
    return names.dropLast() == ["run", "media"] || names.dropLast() == ["media"]
  }

  /// Returns the directory that contains a path without links; empty for the root and for its parent.
  private static func parent(of path: String) -> String {
    path.utf8.lastIndex(of: UInt8(ascii: "/")).map { String(path[..<$0]) } ?? ""
  }
}

/// The events to wait for (inotify(7)).
enum PathEvents {
  /// At an existing file: its removal.
  static let removal = UInt32(IN_DELETE_SELF | IN_MOVE_SELF)
  /// In a directory: a new entry.
  static let newEntry = UInt32(IN_CREATE | IN_MOVED_TO)
}

extension MountTable.Mount {
  /// Whether only the mount is checked: an unreachable server would block the check, and an automounter mounts its
  /// directories at the command's own access.
  var mustNotBeEntered: Bool {
    type.hasPrefix("nfs") || type.hasPrefix("fuse") || Self.remote.contains(type)
  }

  private static let remote: Set<String> = [
    "9p", "afs", "autofs", "beegfs", "ceph", "cifs", "coda", "gpfs", "lustre", "orangefs", "smb2",
    "smb3", "smbfs", "vboxsf", "virtiofs",
  ]
}
