import Glibc
import Launch
import Testing

/// The launchers that the conformance suite tests.
enum LauncherKind: String, CaseIterable, CustomTestStringConvertible {
  /// Direct children, killed by process group and descent.
  case children
  /// Direct children, each run in a cgroup.
  case cgroups
  /// Units of this machine's systemd. The end-to-end test selects them, in its container.
  case units

  var testDescription: String { rawValue }

  /// The launchers that this machine and this user can run, or those that RUBATO_TEST_LAUNCHERS names.
  static let available: [LauncherKind] = {
    if let names = getenv("RUBATO_TEST_LAUNCHERS") {
      let names = String(cString: names).split(separator: ",").map(String.init)
      return allCases.filter { names.contains($0.rawValue) }
    }
    return isCgroupWritable ? [.children, .cgroups] : [.children]
  }()

  /// The launchers whose runs are children of the daemon.
  static var direct: [LauncherKind] { available.filter { $0 != .units } }

  static let isCgroupWritable = CgroupTree.delegatedDirectory() != nil
}
