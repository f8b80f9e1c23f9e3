import Foundation

/// The progress of a continued task, which reports its changes: Foundation on Linux has no key-value observing.
///
/// Changes of its own counts are reported immediately. Changes of children call no method that can be overridden. While
/// it has children and its task runs, it is polled once a second. Like all of Foundation's `Progress` on Linux it holds
/// no lock: a value read during a child's write may be wrong once, and the next is right.
final class TaskProgress: Progress, @unchecked Sendable {
  private let lock = NSLock()
  private var observer: (@Sendable (Double) -> Void)?
  private var timer: (any DispatchSourceTimer)?
  private var lastReportedShare: Double?

  init() {
    super.init(parent: nil, userInfo: nil)
  }

  /// - Parameter observer: Called with the completed share when the progress has changed.
  func observe(_ observer: @escaping @Sendable (Double) -> Void) {
    lock.withLock { self.observer = observer }
  }

  /// The completed share; 0 while the total is unknown.
  var share: Double {
    let fraction = fractionCompleted
    return fraction.isFinite ? min(max(fraction, 0), 1) : 0
  }

  override var completedUnitCount: Int64 {
    get { super.completedUnitCount }
    set {
      super.completedUnitCount = newValue
      report()
    }
  }

  override var totalUnitCount: Int64 {
    get { super.totalUnitCount }
    set {
      super.totalUnitCount = newValue
      report()
    }
  }

  /// Adds a child, starts to poll the progress, and reports the completed share.
  override func addChild(_ child: Progress, withPendingUnitCount count: Int64) {
    super.addChild(child, withPendingUnitCount: count)
    watchChildren()
    report()
  }

  /// Ends the work of the current thread, and reports the completed share.
  override func resignCurrent() {
    super.resignCurrent()
    report()
  }

  /// Passes the completed share to the observer, and stores it as the last reported one.
  private func report() {
    let share = share
    let observer = lock.withLock {
      lastReportedShare = share
      return self.observer
    }
    observer?(share)
  }

  /// Starts to poll the progress once a second, unless it is polled already or has no observer. Changes of children are
  /// found only in this way.
  private func watchChildren() {
    lock.withLock {
      guard timer == nil, observer != nil else { return }
      let newTimer = DispatchSource.makeTimerSource(queue: .global())
      newTimer.schedule(deadline: .now() + 1, repeating: 1)
      newTimer.setEventHandler { [weak self] in self?.reportChange() }
      timer = newTimer
      newTimer.activate()
    }
  }

  /// Reports the share if it has changed since the last report.
  private func reportChange() {
    let share = share
    if lock.withLock({ lastReportedShare != share }) { report() }
  }

  /// Reports the last change, and ends the reports.
  func close() {
    reportChange()
    lock.withLock {
      timer?.cancel()
      (timer, observer) = (nil, nil)
    }
  }
}
