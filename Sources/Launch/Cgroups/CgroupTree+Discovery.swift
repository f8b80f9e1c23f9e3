import CLinux
import Glibc

extension CgroupTree {
  /// A directory that may become our tree: the cgroup that systemd delegated to the service or,
  /// without systemd, one of our own below the cgroup we are in. Nil where there is none.
  package static func delegatedDirectory() -> String? {
    guard let own = ownDirectory() else { return nil }
    var status = stat()
    // sd_booted(3).
    let isSystemd = stat("/run/systemd/system", &status) == 0
    guard isSystemd else { return isWritable(own) ? "\(own)/\(ownPrefix)\(getpid())" : nil }
    let parent = own.lastIndex(of: "/").map { String(own[..<$0]) } ?? own
    // DelegateSubgroup=, or an earlier start of ours, put us one level below what is delegated.
    return [own, parent].first { isDelegated($0) && isWritable($0) }
  }

  private static func isWritable(_ directory: String) -> Bool {
    access(directory, W_OK) == 0 && access("\(directory)/cgroup.procs", W_OK) == 0
  }

  /// systemd marks what it delegates with an extended attribute: "trusted.delegate", and since
  /// version 251 "user.delegate", which everyone may read (CGROUP_DELEGATION in its docs).
  private static func isDelegated(_ directory: String) -> Bool {
    rubato_has_flag(directory, "user.delegate") != 0
      || rubato_has_flag(directory, "trusted.delegate") != 0
  }

  /// The cgroup of this process, as a directory of the mounted hierarchy.
  private static func ownDirectory() -> String? {
    let lines = (SmallFile.read("/proc/self/cgroup") ?? "").split(separator: "\n")
    guard let line = lines.first(where: { $0.hasPrefix("0::/") }), let mount = findMount() else {
      return nil
    }
    let path = line.dropFirst(3)
    guard path.hasPrefix(mount.root) else { return nil }
    let rest = path.dropFirst(mount.root == "/" ? 1 : mount.root.count + 1)
    return rest.isEmpty ? mount.point : "\(mount.point)/\(rest)"
  }

  /// The mounted version 2 hierarchy, pure or beside version 1 (proc_pid_mountinfo(5)).
  private static func findMount() -> (root: String, point: String)? {
    let text = SmallFile.read("/proc/self/mountinfo", limitBytes: 1 << 20) ?? ""
    for line in text.split(separator: "\n") {
      let fields = line.split(separator: " ")
      guard let dash = fields.firstIndex(of: "-"), dash > 5, dash + 1 < fields.count,
        fields[dash + 1] == "cgroup2"
      else { continue }
      return (String(fields[3]), String(fields[4]))
    }
    return nil
  }
}
