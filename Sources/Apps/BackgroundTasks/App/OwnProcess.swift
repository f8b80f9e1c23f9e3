/// The access of higher libraries to the app's process, through `BGTaskScheduler.shared`.
package struct OwnProcess: Sendable {
  /// The current process. Its first use attaches it to the daemon.
  package static var current: OwnProcess { OwnProcess(center: BGTaskScheduler.shared.center) }

  package let center: TaskCenter

  private init(center: TaskCenter) {
    self.center = center
  }

  /// Whether the daemon has started the process, so that it is not visible to the user.
  package var isLaunchedByDaemon: Bool { center.isLaunchedByDaemon }

  /// The configurations of window scenes in the Info.plist; `nil` if the app has no scenes.
  package var scenes: [SceneConfiguration]? { center.declaration?.scenes }

  /// Ends the registration of handlers, which else ends when the main queue first runs.
  package func endLaunch() {
    center.endLaunch(
      because: "application(_:didFinishLaunchingWithOptions:) has returned")
  }

  /// Whether the user allows background refreshes of the app; `nil` if the daemon does not know the app or cannot be
  /// reached.
  package var mayRefresh: Bool? {
    center.daemon.mayRefresh
  }

  /// The longest time for creating a module, 0 for no limit; `nil` if the daemon's limit is unknown.
  package var moduleLimit: Duration? { center.daemon.moduleLimit().map { .seconds($0) } }

  /// Returns a field of the device, such as `thermal`; `nil` if it is unknown, or the daemon cannot be reached.
  package func device(_ field: String) -> String? {
    center.daemon.device(field)
  }

  /// Reports to the daemon whether the app is in the foreground, without waiting.
  package func report(isForeground: Bool) { center.daemon.reportForeground(isForeground) }

  /// Registers the handler for the delegate's tasks, which is called on the main queue.
  package func setDelegateHandler(_ handler: @escaping @Sendable (DelegateTask) -> Void) {
    center.setDelegateHandler(handler)
  }

  /// Asks for time to finish work that has begun, although there is no task, or ends that request. Does not wait.
  package func requestBackgroundTime(_ isRequested: Bool) {
    center.daemon.requestBackgroundTime(isRequested)
  }

  /// Called when the process is about to end. Tasks that arrive afterwards are left to the next process.
  package func stopReceivingTasks() { center.stopReceivingTasks() }

  /// Whether the process has a task.
  package var isBusy: Bool { center.isBusy }

  /// Registers a handler that is called, on any thread, when `isBusy` has changed.
  package func followActivity(_ handler: @escaping @Sendable (_ isBusy: Bool) -> Void) {
    center.setActivityHandler(handler)
  }

  /// Registers the handler of wakes for this identifier; `nil` removes it. It is called on a thread of the library.
  package func observe(
    _ identifier: String, _ handler: (@Sendable (DelegateTask) -> Void)?
  ) { center.observe(identifier, handler) }

  /// Submits an observer, so that changes wake the app.
  ///
  /// - Throws: If the daemon refuses it or cannot be reached.
  package func submit(_ terms: ObserverTerms) throws(BGTaskScheduler.Error) {
    try center.daemon.submit(terms)
  }

  /// Cancels the request with this identifier. A run in progress continues.
  package func cancel(_ identifier: String) { center.daemon.cancel(identifier) }

  /// Returns the identifier of the app.
  ///
  /// - Throws: If this process belongs to no installed app, or there is no daemon.
  package func app() throws(BGTaskScheduler.Error) -> String { try center.daemon.app() }

  /// Registers a handler that is called with each session after the delegate's method for its end has returned,
  /// including earlier sessions.
  package func followSessions(_ handler: @escaping @Sendable (_ session: String) -> Void) {
    center.sessions.follow(handler)
  }

  /// Asks for fetches at least `seconds` apart; `nil` ends them. Does not wait.
  package func setFetchInterval(_ seconds: Double?) { center.daemon.setFetchInterval(seconds) }

  // MARK: Notifications

  /// Whether the user has allowed the app to show notifications; also false if the daemon does not know the app or
  /// cannot be reached.
  package var mayNotify: Bool { center.daemon.mayNotify }

  /// Queues a notification, and replaces a pending one with the same name.
  ///
  /// - Throws: `BGTaskScheduler.Error`.
  package func add(_ request: NotificationRequest) throws {
    try center.daemon.submit(request, kind: request.kind ?? "")
  }

  /// Returns the pending notifications.
  package func pendingNotifications() -> [NotificationRequest] {
    center.daemon.pending().compactMap { $0 as? NotificationRequest }
  }

  /// Ends the process with a message, for example if an app breaks a rule.
  package static func fail(_ message: String) -> Never { Log.fail(message) }

  /// Writes a message to standard error, which the daemon keeps with the output of the app.
  package static func log(_ message: String, as name: String) { Log.write(message, as: name) }
}
