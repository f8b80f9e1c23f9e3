import CLinux
import Descriptors
import Glibc
import Scheduling

/// The names that this daemon gives to units and cgroups. For each service manager, only one daemon gives names; it
/// holds a lock.
final class UnitNames {
  /// The time of creation, in microseconds since the boot: unique within this boot.
  private let instance = rubato_clock_boot() / 1000
  /// The cgroup in which systemd makes those of slices.
  private let cgroupRoot: String
  /// The cgroup of the slice.
  let sliceDirectory: String
  private let lock: FileLock

  /// - Parameter root: The cgroup of the service manager.
  init(root: String, slice: String, lock: consuming FileLock) {
    cgroupRoot = CgroupTree.hierarchy + (root == "/" ? "" : root)
    sliceDirectory = "\(cgroupRoot)/\(Self.path(ofSlice: slice))"
    self.lock = lock
  }

  /// Locks the file at `path`; `nil` locks nothing. Throws if another daemon has locked it.
  static func lock(_ path: String?) throws(LaunchError) -> FileLock {
    guard let path else { return FileLock() }
    if let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")), slash > path.startIndex {
      _ = SmallFile.makeDirectories(String(path[..<slash]), mode: 0o755)
    }
    guard let fd = OwnedDescriptor.open(path, O_RDWR | O_CREAT, mode: 0o600) else {
      throw .system("cannot open \(path)", errno)
    }
    guard let lock = FileLock(fd) else {
      throw .unavailable(
        "Another rubatod runs its commands as units of this systemd (it locked \(path)). Stop it,"
          + " or start this one with --launcher direct.")
    }
    return lock
  }

  /// Returns the name of the unit for an order. Identifiers other than those of runs and app processes are numbered
  /// again by each daemon. A unit of the last daemon may still be stopping, and its name must not be reused.
  func unitName(for order: LaunchOrder) -> UnitName {
    let id = order.id.isRecorded ? order.id : order.id.withNumberRaised(by: instance)
    return UnitName(id, step: order.step)
  }

  /// Returns the cgroup that systemd makes for a unit of a run.
  func cgroup(of name: UnitName) -> Cgroup { Cgroup(path: "\(sliceDirectory)/\(name.text)") }

  /// Returns the cgroup that systemd makes for an existing unit in a slice; `nil` if the slice is unknown.
  func cgroup(ofUnit unit: String, inSlice slice: String) -> Cgroup? {
    if slice.isEmpty { return nil }
    // The path of `-.slice`, which contains all other slices, is empty.
    let path = Self.path(ofSlice: slice)
    return Cgroup(path: [cgroupRoot, path, unit].filter { !$0.isEmpty }.joined(separator: "/"))
  }

  /// The controllers that the service manager can use for its units; `nil` if they cannot be read.
  var controllers: Set<String>? {
    SmallFile.read("\(cgroupRoot)/cgroup.controllers").map { text in
      Set(text.split(whereSeparator: \.isWhitespace).map(String.init))
    }
  }

  /// Returns the path of a slice below the root: a dash separates a slice from its parent (systemd.slice(5)). The path
  /// of `a-b.slice` is `a.slice/a-b.slice`.
  static func path(ofSlice slice: String) -> String {
    let parts = slice.dropLast(".slice".count).split(separator: "-")
    return parts.indices.map { parts[...$0].joined(separator: "-") + ".slice" }
      .joined(separator: "/")
  }
}
