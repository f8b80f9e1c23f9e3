import Descriptors
import Glibc
import Scheduling

/// Low-power mode by the firmware's profile, whose changes the kernel reports (sysfs_notify, as in
/// sysfs-platform_profile).
final class PlatformProfileSource: DeviceSource {
  let name = "platform-profile"
  private let tree: KernelTree
  private let loop: EventLoop
  private var watch: LoopWatch?
  private var report: ReportFilter?

  init(_ tree: KernelTree, loop: EventLoop) {
    self.tree = tree
    self.loop = loop
  }

  /// Watches the profile for changes, and reports whether the machine saves power.
  func start(_ report: @escaping ([DeviceValue]) -> Void) {
    self.report = ReportFilter(report)
    watchProfile()
    readAgain()
  }

  /// Reads the profile again. Watches its file if that was not possible before.
  func poll(_ done: @escaping () -> Void) {
    // The driver may have been loaded later.
    if watch == nil, report != nil { watchProfile() }
    readAgain()
    done()
  }

  func stop() {
    watch = nil
    report = nil
  }

  /// Watches the profile for changes. Without the file, nothing is watched, and the next poll tries again.
  private func watchProfile() {
    let fd = open(tree.path(PlatformProfile.path), O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard fd >= 0 else { return }
    Self.clearEvent(fd)
    watch = LoopWatch(on: loop, closing: fd, .priority) { [weak self] in
      Self.clearEvent(fd)
      self?.readAgain()
    }
  }

  /// Reads the attribute from its start, which clears its event (sysfs_notify in the kernel's sources).
  private static func clearEvent(_ fd: CInt) {
    var bytes = [UInt8](repeating: 0, count: 64)
    _ = pread(fd, &bytes, bytes.count, 0)
  }

  /// Reports whether the machine saves power; no value if the firmware has no profiles.
  private func readAgain() {
    guard let report else { return }
    report.send(PlatformProfile.isLowPower(tree).map { [.lowPower($0)] } ?? [])
  }
}
