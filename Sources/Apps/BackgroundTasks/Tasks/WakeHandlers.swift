import Foundation

/// Those who observe, by the identifiers of their requests, and the wakes that nobody has taken yet.
/// Its state is guarded by `lock`; handlers are called with no lock held.
final class WakeHandlers: @unchecked Sendable {
  typealias Handler = @Sendable (DelegateTask) -> Void

  private let lock = NSLock()
  private var handlers: [String: Handler] = [:]
  private var unclaimed: [String: DelegateTask] = [:]

  var identifiers: [String] { lock.withLock { Array(handlers.keys) } }

  /// Returns whether there is one more, or one less.
  func set(_ handler: Handler?, of identifier: String) -> Bool {
    let (wake, isNew) = lock.withLock {
      let isNew = (handlers[identifier] == nil) != (handler == nil)
      handlers[identifier] = handler
      return (handler == nil ? nil : unclaimed.removeValue(forKey: identifier), isNew)
    }
    if let wake { handler?(wake) }
    return isNew
  }

  /// A wake that comes before anybody observes waits for that as long as it has time: an app may begin to observe a moment
  /// after its launch.
  func take(_ wake: DelegateTask, of identifier: String) {
    wake.onExpiration { [self] in
      let isUnclaimed = lock.withLock { unclaimed.removeValue(forKey: identifier) != nil }
      guard isUnclaimed else { return }
      Log.write(
        "nothing has observed \(identifier) in this launch: execute its ObserverQuery in each launch"
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
  /// Takes the wakes of requests with this identifier; nil takes none any more.
  func observe(_ identifier: String, _ handler: (@Sendable (DelegateTask) -> Void)?) {
    let isNew = wakes.set(handler, of: identifier)
    if isNew, daemon.isLaunched { daemon.noteHandlers(handlers) }
  }
}
