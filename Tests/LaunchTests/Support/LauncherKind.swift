import Launch
import Testing

/// The launchers that the conformance suite runs over.
enum LauncherKind: String, CaseIterable, CustomTestStringConvertible {
  /// Direct children, killed by process group and descent.
  case children
  /// Direct children, each run in a cgroup.
  case cgroups

  var testDescription: String { rawValue }

  /// Those that this machine and this user can run.
  static var available: [LauncherKind] {
    allCases.filter { $0 == .children || isCgroupWritable }
  }

  /// Those whose runs are children of the daemon.
  static var direct: [LauncherKind] { available }

  static let isCgroupWritable = CgroupTree.delegatedDirectory() != nil
}
