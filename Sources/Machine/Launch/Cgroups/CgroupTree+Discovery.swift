import CLinux
import Glibc

extension CgroupTree {
  /// Returns a directory for our tree: the cgroup that systemd delegated to the service or, without systemd, one of
  /// our own below the present cgroup; `nil` if there is none.
  package static func delegatedDirectory() -> String? {
    guard let present = presentDirectory() else { return nil }
    var status = stat()
    // sd_booted(3).
    let isSystemdRunning = stat("/run/systemd/system", &status) == 0
    if !isSystemdRunning {
      return isWritable(present) ? "\(present)/\(namePrefix)\(getpid())" : nil
    }
    let parent =
      present.utf8.lastIndex(of: UInt8(ascii: "/")).map { String(present[..<$0]) } ?? present
    // The parent, if DelegateSubgroup= or an earlier start of ours placed us one level below the delegated cgroup.
    return [present, parent].first { isDelegated($0) && isWritable($0) }
  }

  private static func isWritable(_ directory: String) -> Bool {
    access(directory, W_OK) == 0 && access("\(directory)/cgroup.procs", W_OK) == 0
  }

  /// Whether systemd has delegated the cgroup. It marks it with an extended attribute: "trusted.delegate", and
  /// since version 251 "user.delegate", which every user may read (CGROUP_DELEGATION in its docs).
  private static func isDelegated(_ directory: String) -> Bool {
    rubato_has_flag(directory, "user.delegate") != 0
      || rubato_has_flag(directory, "trusted.delegate") != 0
  }

  /// The mount point of the version 2 hierarchy: its own, or the one next to version 1.
  static var hierarchy: String {
    access("/sys/fs/cgroup/cgroup.procs", F_OK) == 0 ? "/sys/fs/cgroup" : "/sys/fs/cgroup/unified"
  }

  /// Returns the path of a cgroup below the mount point of the version 2 hierarchy, from its directory; `nil` if the
  /// directory is not below it.
  static func path(ofDirectory directory: String) -> String? {
    let root = hierarchy + "/"
    return directory.hasPrefix(root) ? String(directory.dropFirst(root.count)) : nil
  }

  /// Returns the cgroup of this process, as a directory of the mounted version 2 hierarchy; `nil` if there is none.
  private static func presentDirectory() -> String? {
    cgroupDirectory(
      membership: SmallFile.read("/proc/self/cgroup") ?? "",
      mounts: SmallFile.read("/proc/self/mountinfo", limitBytes: .max) ?? "")
  }

  /// Returns the cgroup of a process, as a directory of the mounted version 2 hierarchy; `nil` if there is none.
  /// - Parameters:
  ///   - membership: The text of its /proc/PID/cgroup (cgroups(7)).
  ///   - mounts: The text of its /proc/PID/mountinfo.
  static func cgroupDirectory(membership: String, mounts: String) -> String? {
    let lines = membership.utf8.split(separator: UInt8(ascii: "\n")).map { Substring($0) }
    // "0::" begins the line of the version 2 hierarchy.
    guard let line = lines.first(where: { $0.hasPrefix("0::/") }),
      let mount = cgroup2Mount(in: mounts)
    else { return nil }
    let path = line.dropFirst(3)
    if path == mount.root { return mount.point }
    if mount.root == "/" { return "\(mount.point)\(path)" }
    // In a container, only a part of the hierarchy can be mounted; a cgroup outside of it has no directory.
    guard path.hasPrefix(mount.root + "/") else { return nil }
    return "\(mount.point)\(path.dropFirst(mount.root.count))"
  }

  /// Returns the mount point of the version 2 hierarchy, alone or next to version 1, and the root of the part of it
  /// that is mounted there (proc_pid_mountinfo(5)); `nil` if there is none.
  private static func cgroup2Mount(in text: String) -> (root: String, point: String)? {
    // Bytes, as in the table of mounts: a user can name a mount such that a space is part of a `Character`.
    for line in text.utf8.split(separator: UInt8(ascii: "\n")) {
      let fields = line.split(separator: UInt8(ascii: " ")).map { Substring($0) }
      // Six fixed fields and some optional ones precede the dash, and the type of the file system follows it.
      guard let dash = fields.firstIndex(of: "-"), dash >= 6, dash + 1 < fields.count,
        fields[dash + 1] == "cgroup2"
      else { continue }
      let (root, mountPoint) = (fields[3], fields[4])
      return (String(root), String(mountPoint))
    }
    return nil
  }
}
