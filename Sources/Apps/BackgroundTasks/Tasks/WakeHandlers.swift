import Foundation

/// The handlers of wakes, by the identifiers of their requests, and the wakes without a handler yet. The state is
/// guarded by `lock`; handlers are called without the lock.
final class WakeHandlers: @unchecked Sendable {
  typealias Handler = @Sendable (DelegateTask) -> Void

  private let lock = NSLock()
  private var handlers: [String: Handler] = [:]
  /// The wakes that wait for a handler, by identifier.
  private var unclaimed: [String: DelegateTask] = [:]

  var identifiers: [String] { lock.withLock { Array(handlers.keys) } }

  /// Sets the handler of wakes for an identifier, or removes it if `handler` is `nil`. A new handler receives the
  /// wake that has waited for it. Returns whether the number of handlers has changed.
  func set(_ handler: Handler?, of identifier: String) -> Bool {
    let (wake, countHasChanged) = lock.withLock {
      let countHasChanged = (handlers[identifier] == nil) != (handler == nil)
      handlers[identifier] = handler
      let waitingWake = handler == nil ? nil : unclaimed.removeValue(forKey: identifier)
      return (waitingWake, countHasChanged)
    }
    if let wake { handler?(wake) }
    return countHasChanged
  }

  /// Passes a wake to its handler. Without a handler the wake waits until it expires, since an app may begin to observe
  /// shortly after its launch.
  func deliver(_ wake: DelegateTask, of identifier: String) {
    wake.onExpiration { [self] in
      let isUnclaimed = lock.withLock { unclaimed.removeValue(forKey: identifier) != nil }
      guard isUnclaimed else { return }
      Log.write(
        "no query has observed \(identifier) in this launch; execute its ObserverQuery in each launch"
      )
    }
    let handler = lock.withLock {
      if handlers[identifier] == nil { unclaimed[identifier] = wake }
      return handlers[identifier]
    }
    handler?(wake)
  }
}

extension TaskCenter {
  /// Registers the handler of wakes for requests with this identifier; `nil` removes it. A change after the launch is
  /// reported to the daemon.
  func observe(_ identifier: String, _ handler: (@Sendable (DelegateTask) -> Void)?) {
    let countHasChanged = wakes.set(handler, of: identifier)
    if countHasChanged, daemon.isLaunched { daemon.noteHandlers(handlers) }
  }
}
