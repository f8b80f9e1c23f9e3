import Foundation

/// A task that the app was launched for, or handed while it ran. Abstract: a handler gets one of its subclasses.
open class BGTask: NSObject {
  /// The identifier of the request.
  open var identifier: String { name }

  private let name: String

  /// Names the task to the daemon.
  let run: Int64
  private let center: TaskCenter
  private let lock = NSLock()
  private var handler: (() -> Void)?
  private var isCompleted = false
  private var isExpired = false

  init(identifier: String, run: Int64, center: TaskCenter) {
    name = identifier
    self.run = run
    self.center = center
  }

  /// Called once when the time of the task is nearly over; the task has a short grace to complete then. It is cleared
  /// when it was called, and when the task is complete. Without one the task is complete, and not successful,
  /// as soon as it expires.
  open var expirationHandler: (() -> Void)? {
    get { lock.withLock { handler } }
    set { lock.withLock { if !isCompleted { handler = newValue } } }
  }

  /// Says that the task is complete. What comes after the first time changes nothing.
  ///
  /// - Parameter success: Whether it did what it was to do. One that did not is not tried again unless the app submits it
  ///   again.
  open func setTaskCompleted(success: Bool) {
    if !lock.withLock({ isCompleted }), center.daemon.putsOff(completionOf: run, success: success) {
      return
    }
    guard lock.withLock({ take() }) else {
      Log.write("task \(identifier) was completed more than once; only the first counts")
      return center.daemon.noteSecondCompletion(of: run)
    }
    willComplete()
    center.complete(self, success: success)
  }

  /// Tells what is to be told before the end.
  func willComplete() {}

  /// Whether it was not complete until now.
  private func take() -> Bool {
    handler = nil
    defer { isCompleted = true }
    return !isCompleted
  }

  /// The time of the task is over. A daemon that was restarted may say so once more.
  ///
  /// - Returns: What is to be called for it; nil where it is complete, or has no handler, with which it is complete now.
  func takeExpiration() -> (@Sendable () -> Void)? {
    let (handler, isOver) = lock.withLock { () -> ((() -> Void)?, Bool) in
      defer { (self.handler, isExpired) = (nil, true) }
      return (self.handler, isCompleted || isExpired)
    }
    if isOver { return nil }
    guard let handler else {
      setTaskCompleted(success: false)
      return nil
    }
    nonisolated(unsafe) let body = handler
    return { body() }
  }
}

/// A task that a `BGAppRefreshTaskRequest` has asked for.
open class BGAppRefreshTask: BGTask {}

/// A task that a `BGProcessingTaskRequest` has asked for.
open class BGProcessingTask: BGTask {}

/// A task that a `BGHealthResearchTaskRequest` has asked for.
open class BGHealthResearchTask: BGProcessingTask {}
