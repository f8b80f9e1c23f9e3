import Foundation

/// A task that the app was launched for, or that it received while running. Abstract: handlers receive a subclass.
open class BGTask: NSObject {
  /// The identifier of the request.
  open var identifier: String { name }

  private let name: String

  /// The number of the run, which identifies the task to the daemon.
  let run: Int64
  private let center: TaskCenter
  private let lock = NSLock()
  private var handler: (() -> Void)?
  private var isCompleted = false
  private var isExpired = false
  /// Whether the time expired before the launch handler has returned, which may still set an expiration handler.
  private var owesExpiration = false
  private var handlers = HandlerThreads()

  init(identifier: String, run: Int64, center: TaskCenter) {
    name = identifier
    self.run = run
    self.center = center
  }

  /// Called once when the time of the task has nearly ended; the task then has a short grace to complete. It is cleared
  /// after the call, and when the task is complete. Without it the task ends without a warning: the daemon kills the
  /// process, unless its policy completes the task as unsuccessful. `nil` if none is set.
  open var expirationHandler: (() -> Void)? {
    get { lock.withLock { handler } }
    set {
      let missedHandler = lock.withLock { () -> (() -> Void)? in
        if isCompleted { return nil }
        // The time has already expired: the handler is called immediately, and not stored.
        if owesExpiration, let newValue {
          owesExpiration = false
          return newValue
        }
        handler = newValue
        return nil
      }
      guard let missedHandler else { return }
      nonisolated(unsafe) let body = missedHandler
      center.call(expiration: { body() }, of: self)
    }
  }

  /// Completes the task. Further calls have no effect.
  ///
  /// - Parameter success: Whether the task did its work. An unsuccessful task is not tried again unless the app submits
  ///   it again.
  open func setTaskCompleted(success: Bool) {
    // On a bench, the completion may be postponed to the end of the task's work.
    if !lock.withLock({ isCompleted }), center.daemon.postponesCompletion(of: run, success: success)
    {
      return
    }
    guard lock.withLock({ markComplete() }) else {
      Log.write(
        "task \(identifier) was completed more than once; only the first completion applies")
      return center.daemon.noteSecondCompletion(of: run)
    }
    willComplete()
    center.complete(self, success: success)
  }

  /// Does nothing. Subclasses override it to act before the completion is reported.
  func willComplete() {}

  /// Marks the task as complete and removes its expiration handler. Returns whether it was not complete before. The
  /// caller holds the lock.
  private func markComplete() -> Bool {
    handler = nil
    defer { isCompleted = true }
    return !isCompleted
  }

  /// The action when the time of the task has expired.
  enum Expiration {
    /// None: the task is complete or has already expired, or its launch handler was not called yet.
    case nothing
    /// The task has no expiration handler.
    case missing
    /// The task has no expiration handler yet, and its launch handler is running.
    case awaited
    case handler(@Sendable () -> Void)
  }

  /// Marks the task as expired, and returns the action to perform. That is `.nothing` if the task is complete or was
  /// expired before, since a restarted daemon may report an expiration again. It is also `.nothing` if the launch
  /// handler was not called yet: an expiration handler is then called as soon as it is set, as after `.awaited`.
  func markExpired() -> Expiration {
    lock.withLock {
      // The handler is called at most once.
      let storedHandler = handler
      handler = nil
      let wasExpired = isExpired
      isExpired = true
      if isCompleted || wasExpired { return .nothing }
      if let storedHandler {
        nonisolated(unsafe) let body = storedHandler
        return .handler { body() }
      }
      // The launch handler, which sets the expiration handler, may not have been called yet, or may just have been.
      owesExpiration = !handlers.hasBegun || handlers.isLaunching
      if !owesExpiration { return .missing }
      return handlers.hasBegun ? .awaited : .nothing
    }
  }

  /// Ends the wait for an expiration handler after `.awaited`. Returns whether it is missing: none was set, and the task
  /// is not complete.
  func endWait() -> Bool {
    lock.withLock {
      defer { owesExpiration = false }
      return owesExpiration && !isCompleted
    }
  }

  /// Changes the state of the task's handlers.
  func changeHandlers(_ change: (inout HandlerThreads) -> Void) {
    lock.withLock { change(&handlers) }
  }

  /// Whether the launch handler was called.
  var hasBegun: Bool { lock.withLock { handlers.hasBegun } }

  /// Whether the expiration handler is running.
  var isExpiring: Bool { lock.withLock { handlers.isExpiring } }

  /// The thread that holds the task; `nil` if none is known.
  var holder: Int32? { lock.withLock { handlers.holder } }
}

/// A task requested by a `BGAppRefreshTaskRequest`.
open class BGAppRefreshTask: BGTask {}

/// A task requested by a `BGProcessingTaskRequest`.
open class BGProcessingTask: BGTask {}

/// A task requested by a `BGHealthResearchTaskRequest`.
open class BGHealthResearchTask: BGProcessingTask {}
