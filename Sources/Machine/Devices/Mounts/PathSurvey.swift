import Descriptors
import Glibc
import Scheduling

/// Checks whether paths exist, again after each possible change. `@unchecked Sendable`, since all of it runs on one
/// event loop.
final class PathSurvey: @unchecked Sendable {
  private let tree: KernelTree
  /// Whether only files that every user may access are checked (`PathExamination`).
  private let checksOnlyPublicPaths: Bool
  private let view = MountView.ofMachine
  private let loop: EventLoop
  private var paths: [ExactString] = []
  private var expected = ExpectedMounts()
  private var mountWatch: LoopWatch?
  private var events: PathEventsWatch?
  /// The timer of the check after a change. Many changes within its delay have one check.
  private var changeTimer: OneShotTimer?
  /// The timer of a later check after a change of mounts: the kernel may not report the next change (`watchMounts`).
  private var lostEventTimer: OneShotTimer?
  /// Called on the loop with the known values, after each check.
  var onReading: @Sendable ([DeviceValue]) -> Void = { _ in }

  private static let changeMilliseconds = 100
  private static let lostEventMilliseconds = 1000

  init(_ tree: KernelTree, checksOnlyPublicPaths: Bool, loop: EventLoop) {
    self.tree = tree
    self.checksOnlyPublicPaths = checksOnlyPublicPaths
    self.loop = loop
    changeTimer = OneShotTimer(milliseconds: Self.changeMilliseconds, loop: loop) { [weak self] in
      self?.checkPaths()
    }
    lostEventTimer = OneShotTimer(milliseconds: Self.lostEventMilliseconds, loop: loop) {
      [weak self] in self?.checkPaths()
    }
  }

  /// Checks these paths now and after each change, in place of earlier ones.
  func watch(_ paths: [ExactString]) {
    self.paths = paths
    expected.forgetPaths(except: paths)
    if mountWatch == nil { watchMounts() }
    checkPaths()
  }

  /// Ends the checks and releases all watches. Nothing is reported any more.
  func stop() {
    paths = []
    onReading = { _ in }
    (mountWatch, events, changeTimer, lostEventTimer) = (nil, nil, nil, nil)
  }

  /// Watches the table of mounts, and prepares the watch of the paths themselves. Called at each `watch` until the
  /// table can be watched.
  private func watchMounts() {
    events = PathEventsWatch(loop: loop) { [weak self] in self?.changeTimer?.arm() }
    let fd = open(tree.path(view.table), O_RDONLY | O_CLOEXEC)
    guard fd >= 0 else { return }
    mountWatch = LoopWatch(on: loop, closing: fd, .priority) { [weak self] in
      self?.changeTimer?.arm()
      // The kernel reports a mount once, to the first reader, and reading also arms the next event: one that
      // arrives in that moment is lost, until this timer repeats the check.
      self?.lostEventTimer?.arm()
    }
  }

  /// Checks all paths, watches the files that the results depend on, and reports the results. A path on an expected
  /// mount that is absent counts as missing, whatever is in the directory of the mount.
  func checkPaths() {
    let mounts = MountTable(of: tree, view.table)
    let examination = PathExamination(
      view: view, mounts: mounts, checksOnlyPublicPaths: checksOnlyPublicPaths
    ) {
      [events] descriptor, eventFlags in events?.add(descriptor, eventFlags)
    }
    readFstab(mounts)
    let values = paths.map { path -> DeviceValue in
      let found = examination.examine(path)
      guard found.outcome != .unknown else { return .path(path, isThere: nil) }
      if expected.isOnAbsentMount(path, at: found.realPath, in: mounts) {
        return .path(path, isThere: false)
      }
      let isThere = found.outcome == .there
      if isThere { expected.recordMount(of: path, at: found.realPath, in: mounts) }
      return .path(path, isThere: isThere)
    }
    // The files and directories of earlier checks that no path depends on now.
    events?.removeOtherWatches()
    onReading(values)
  }

  /// Reads the mount points of the administrator's table, without links, since the kernel lists them so. A mount point
  /// that cannot be followed is used as it is written.
  private func readFstab(_ mounts: MountTable) {
    let examination = PathExamination(
      view: view, mounts: mounts, checksOnlyPublicPaths: false, onWatchable: { _, _ in })
    expected.readFstab(tree.text("\(view.root)/etc/fstab") ?? "") { point in
      examination.examine(point).realPath ?? point
    }
  }
}
