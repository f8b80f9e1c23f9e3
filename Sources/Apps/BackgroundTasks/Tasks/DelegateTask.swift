/// A task for the delegate of an app or for its observers, without a registered handler: a remote notification, a
/// fetch, the end of a transfer session, a click or a change.
package struct DelegateTask: Sendable {
  /// The kinds of tasks, with their contents.
  package enum Content: Hashable, Sendable {
    /// A remote notification.
    ///
    /// - Parameter payload: The notification's JSON.
    case push(payload: String)
    /// A fetch is due.
    case fetch
    /// All transfers of a session have ended.
    case transferEvents(session: String)
    /// An observed item has changed.
    ///
    /// - Parameter changed: Paths and keys.
    case observer(changed: [String])
    /// The user has clicked a notification of the app.
    ///
    /// - Parameter payload: The content of the notification, as JSON.
    case response(payload: String)
  }

  package let content: Content
  /// Completes the task, with whether it did its work. Further calls have no effect.
  package let complete: @Sendable (_ success: Bool) -> Void
  /// Sets the expiration handler, called once if the time expires before the task is complete. The task then fails.
  package let onExpiration: @Sendable (@escaping @Sendable () -> Void) -> Void

  package init(
    _ content: Content, complete: @escaping @Sendable (Bool) -> Void,
    onExpiration: @escaping @Sendable (@escaping @Sendable () -> Void) -> Void
  ) {
    self.content = content
    self.complete = complete
    self.onExpiration = onExpiration
  }

  /// Creates the delegate's view of a task. When its time expires, the installed body is called, and then the task is
  /// completed as unsuccessful.
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
