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
  /// Its time was over before its launch handler was called, which may set an expiration handler still.
  private var owesExpiration = false
  private var handlers = HandlerThreads()

  init(identifier: String, run: Int64, center: TaskCenter) {
    name = identifier
    self.run = run
    self.center = center
  }

  /// Called once when the time of the task is nearly over; the task has a short grace to complete then. It is cleared
  /// when it was called, and when the task is complete. A task without one is ended without a warning: the daemon kills the
  /// process, unless its policy has the task completed as unsuccessful.
  open var expirationHandler: (() -> Void)? {
    get { lock.withLock { handler } }
    set {
      let owed = lock.withLock { () -> (() -> Void)? in
        if isCompleted { return nil }
        if owesExpiration, let newValue {
          owesExpiration = false
          return newValue
        }
        handler = newValue
        return nil
      }
      guard let owed else { return }
      nonisolated(unsafe) let body = owed
      center.call(expiration: { body() }, of: self)
    }
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

  /// What follows when the time of the task is over.
  enum Expiration {
    /// It is complete, or was told so before; or its launch handler was not called yet.
    case nothing
    /// It has no expiration handler.
    case missing
    case handler(@Sendable () -> Void)
  }

  /// The time of the task is over. A daemon that was restarted may say so once more.
  func takeExpiration() -> Expiration {
    lock.withLock {
      defer { (handler, isExpired) = (nil, true) }
      if isCompleted || isExpired { return .nothing }
      if let handler {
        nonisolated(unsafe) let body = handler
        return .handler { body() }
      }
      owesExpiration = !handlers.hasBegun
      return owesExpiration ? .nothing : .missing
    }
  }

  /// Changes what is known of its handlers.
  func note(_ change: (inout HandlerThreads) -> Void) { lock.withLock { change(&handlers) } }

  /// Whether its launch handler was called.
  var hasBegun: Bool { lock.withLock { handlers.hasBegun } }

  /// Whether its expiration handler runs.
  var isExpiring: Bool { lock.withLock { handlers.isExpiring } }

  /// The thread that holds it; nil where none is known to.
  var holder: Int32? { lock.withLock { handlers.holder } }
}

/// A task that a `BGAppRefreshTaskRequest` has asked for.
open class BGAppRefreshTask: BGTask {}

/// A task that a `BGProcessingTaskRequest` has asked for.
open class BGProcessingTask: BGTask {}

/// A task that a `BGHealthResearchTaskRequest` has asked for.
open class BGHealthResearchTask: BGProcessingTask {}
