import Glibc

/// The process whose mounts are read.
struct MountView: Hashable {
  /// The root of all paths.
  var root: String
  /// The table of its mounts (proc_pid_mountinfo(5)).
  var table: String

  /// The machine's own mounts, which are those of process 1 if this process may read them: a sandboxed service has
  /// other directories in place of /tmp and /dev.
  static var ofMachine: MountView {
    // With the dot, the link itself is followed.
    let first = MountView(root: "/proc/1/root/.", table: "/proc/1/mountinfo")
    let isReadable = OpenFile.open(AT_FDCWD, first.root) != nil
    return isReadable ? first : MountView(root: "/", table: "/proc/self/mountinfo")
  }
}
