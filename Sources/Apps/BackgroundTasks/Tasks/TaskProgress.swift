import Foundation

/// The progress of a continued task, which says when it changes: Foundation on Linux has no key-value observing.
///
/// A change of its own counts is seen where it is made. Those of children pass through nothing that can be overridden;
/// so it is read once a second as long as it has had children and its task runs. As in all of Foundation's `Progress`
/// on Linux no lock is held: a value that is read while a child writes it may be off once, and the next is right.
final class TaskProgress: Progress, @unchecked Sendable {
  private let lock = NSLock()
  private var observer: (@Sendable (Double) -> Void)?
  private var timer: (any DispatchSourceTimer)?
  private var lastSeen: Double?

  init() {
    super.init(parent: nil, userInfo: nil)
  }

  /// - Parameter observer: Called with the share that is done whenever the progress has changed.
  func observe(_ observer: @escaping @Sendable (Double) -> Void) {
    lock.withLock { self.observer = observer }
  }

  /// The share that is done; 0 as long as nobody knows how much there is to do.
  var share: Double {
    let fraction = fractionCompleted
    return fraction.isFinite ? min(max(fraction, 0), 1) : 0
  }

  override var completedUnitCount: Int64 {
    get { super.completedUnitCount }
    set {
      super.completedUnitCount = newValue
      tell()
    }
  }

  override var totalUnitCount: Int64 {
    get { super.totalUnitCount }
    set {
      super.totalUnitCount = newValue
      tell()
    }
  }

  override func addChild(_ child: Progress, withPendingUnitCount count: Int64) {
    super.addChild(child, withPendingUnitCount: count)
    watchChildren()
    tell()
  }

  override func resignCurrent() {
    super.resignCurrent()
    tell()
  }

  private func tell() {
    let share = share
    let observer = lock.withLock {
      lastSeen = share
      return self.observer
    }
    observer?(share)
  }

  private func watchChildren() {
    lock.withLock {
      guard timer == nil, observer != nil else { return }
      let made = DispatchSource.makeTimerSource(queue: .global())
      made.schedule(deadline: .now() + 1, repeating: 1)
      made.setEventHandler { [weak self] in self?.look() }
      timer = made
      made.activate()
    }
  }

  /// Tells what has changed by itself.
  private func look() {
    let share = share
    if lock.withLock({ lastSeen != share }) { tell() }
  }

  /// Tells nothing any more, after what has changed by itself until now.
  func finish() {
    look()
    lock.withLock {
      timer?.cancel()
      (timer, observer) = (nil, nil)
    }
  }
}
