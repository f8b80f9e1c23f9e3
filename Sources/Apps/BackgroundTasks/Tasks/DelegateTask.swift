import Control

/// What goes to the delegate of an app, and not to a handler that was registered: a remote notification, a fetch, or
/// the end of a session of transfers; or to what observes.
package struct DelegateTask: Sendable {
  /// What there is to do.
  package enum Content: Hashable, Sendable {
    /// A remote notification.
    ///
    /// - Parameter payload: Its JSON.
    case push(payload: String)
    /// It is time to look for something new.
    case fetch
    /// All transfers of a session have ended.
    case transferEvents(session: String)
    /// Something has changed that the app observes.
    ///
    /// - Parameter changed: Paths and keys.
    case observer(changed: [String])
    /// The user has clicked a notification of the app.
    ///
    /// - Parameter payload: What it said, as JSON.
    case response(payload: String)
  }

  package let content: Content
  /// Says that it is complete, and whether it did what it was to do. What comes after the first time changes nothing.
  package let complete: @Sendable (_ success: Bool) -> Void
  /// Sets what is called once when its time is over and it is not complete. It counts as failed then.
  package let onExpiration: @Sendable (@escaping @Sendable () -> Void) -> Void

  package init(
    _ content: Content, complete: @escaping @Sendable (Bool) -> Void,
    onExpiration: @escaping @Sendable (@escaping @Sendable () -> Void) -> Void
  ) {
    self.content = content
    self.complete = complete
    self.onExpiration = onExpiration
  }

  init(_ content: Content, _ task: BGTask) {
    nonisolated(unsafe) let task = task
    self.init(
      content, complete: { task.setTaskCompleted(success: $0) },
      onExpiration: { body in
        task.expirationHandler = {
          body()
          task.setTaskCompleted(success: false)
        }
      })
  }
}

extension TaskClassInfo {
  /// Nil for a task of a handler.
  var delegateContent: DelegateTask.Content? {
    switch known {
    case .push: .push(payload: payload ?? "")
    case .fetch: .fetch
    case .transferEvents: .transferEvents(session: session ?? "")
    case .observer: .observer(changed: changed ?? [])
    case .response: .response(payload: payload ?? "")
    case .continued, .healthResearch, .alarm, .transfer, .notification, nil: nil
    }
  }
}
