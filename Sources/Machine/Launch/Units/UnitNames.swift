import CLinux
import Descriptors
import Glibc
import Scheduling

/// The names of units and cgroups that this daemon gives. Of one service manager one daemon gives them, which holds a lock.
final class UnitNames {
  /// When this was made, in microseconds since the boot: no other of this boot was then.
  private let instance = rubato_clock_boot() / 1000
  /// The cgroup in which systemd makes those of slices.
  private let cgroupRoot: String
  private let slice: String
  private let lock: OwnedDescriptor

  /// - Parameter root: the cgroup of the service manager.
  init(root: String, slice: String, lock: consuming OwnedDescriptor) {
    cgroupRoot = CgroupTree.hierarchy + root
    self.slice = slice
    self.lock = lock
  }

  /// Locks the file at `path`; nil locks nothing.
  static func take(_ path: String?) throws(LaunchError) -> OwnedDescriptor {
    guard let path else { return OwnedDescriptor(-1) }
    if let slash = path.lastIndex(of: "/"), slash > path.startIndex {
      _ = SmallFile.makeDirectories(String(path[..<slash]), mode: 0o755)
    }
    guard let fd = OwnedDescriptor.open(path, O_RDWR | O_CREAT, mode: 0o600) else {
      throw .system("cannot open \(path)", errno)
    }
    guard flock(fd.raw, LOCK_EX | LOCK_NB) == 0 else {
      throw .unavailable(
        "Another rubatod runs its commands as units of this systemd (it holds \(path)). Stop it, or"
          + " give this one --launcher direct.")
    }
    return fd
  }

  /// All but runs and processes of apps are numbered anew by each daemon, and one of the last daemon's may still be
  /// stopping: its name must not be given a second time.
  func unit(of order: LaunchOrder) -> UnitName {
    UnitName(order.id.isRecorded ? order.id : order.id.moved(by: instance), step: order.step)
  }

  func cgroup(of name: UnitName) -> Cgroup { Cgroup(path: "\(cgroupRoot)/\(slice)/\(name.text)") }
}
