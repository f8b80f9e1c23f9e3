import Glibc

/// Whose mounts are looked at.
struct MountView: Hashable {
  /// The root of all paths.
  var root: String
  /// What is mounted there (proc_pid_mountinfo(5)).
  var table: String

  /// The machine's own, which are those of process 1 where we may look at them: a sandboxed service
  /// has other directories in the place of /tmp and /dev.
  static var ofMachine: MountView {
    // With the dot, the link itself is followed.
    let first = MountView(root: "/proc/1/root/.", table: "/proc/1/mountinfo")
    let isOurs = OpenFile.open(AT_FDCWD, first.root) != nil
    return isOurs ? first : MountView(root: "/", table: "/proc/self/mountinfo")
  }
}
