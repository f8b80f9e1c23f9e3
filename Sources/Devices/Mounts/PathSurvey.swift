import Descriptors
import Dispatch
import Glibc
import Scheduling

/// Looks at paths again whenever something may have changed there. `@unchecked Sendable`, since all
/// of it happens on one queue.
final class PathSurvey: @unchecked Sendable {
  private let tree: KernelTree
  private let isForAll: Bool
  private let view = MountView.ofMachine
  private let queue: DispatchQueue
  private var paths: [ExactString] = []
  private var expected = ExpectedMounts()
  private var mountWatch: DescriptorWatch?
  private var events: PathEventsWatch?
  private var news: OneShotTimer?
  private var reminder: OneShotTimer?
  /// Called on the queue with what is known, after each look.
  var onReading: @Sendable ([DeviceValue]) -> Void = { _ in }

  private static let newsMilliseconds = 100
  private static let reminderMilliseconds = 1000

  init(_ tree: KernelTree, isForAll: Bool, queue: DispatchQueue) {
    self.tree = tree
    self.isForAll = isForAll
    self.queue = queue
    news = OneShotTimer(milliseconds: Self.newsMilliseconds, queue: queue) { [weak self] in
      self?.readAgain()
    }
    reminder = OneShotTimer(milliseconds: Self.reminderMilliseconds, queue: queue) {
      [weak self] in self?.readAgain()
    }
  }

  func watch(_ paths: [ExactString]) {
    self.paths = paths
    expected.keep(paths)
    if paths.isEmpty {
      (mountWatch, events) = (nil, nil)
    } else if mountWatch == nil {
      listen()
    }
    readAgain()
  }

  func stop() {
    paths = []
    onReading = { _ in }
    (mountWatch, events, news, reminder) = (nil, nil, nil, nil)
  }

  private func listen() {
    events = PathEventsWatch(queue: queue) { [weak self] in self?.news?.arm() }
    let fd = open(tree.path(view.table), O_RDONLY | O_CLOEXEC)
    guard fd >= 0 else { return }
    mountWatch = DescriptorWatch(fd, .priority, queue: queue) { [weak self] in
      self?.news?.arm()
      // The kernel tells of a mount once, to whoever asks first, and asking is also what arms the
      // next event: one that comes in that very moment is lost, but not for long.
      self?.reminder?.arm()
    }
  }

  func readAgain() {
    let mounts = MountTable(tree.text(view.table) ?? "")
    let examination = PathExamination(view: view, mounts: mounts, isForAll: isForAll) {
      [events] in events?.add($0, $1)
    }
    expected.list(tree.text("\(view.root)/etc/fstab") ?? "")
    let values = paths.map { path -> DeviceValue in
      let outcome = examination.examine(path)
      if outcome != .unknown, expected.isMissing(path, in: mounts) {
        return .path(path, isThere: false)
      }
      if outcome == .there { expected.note(path, in: mounts) }
      return .path(path, isThere: outcome == .unknown ? nil : outcome == .there)
    }
    events?.forgetOthers()
    onReading(values)
  }
}
