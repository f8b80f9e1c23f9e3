import Control

/// What a library above this one needs of the process as an app's, behind `BGTaskScheduler.shared`.
package struct OwnProcess: Sendable {
  /// The process that this code runs in. Its first use attaches it to the daemon.
  package static var current: OwnProcess { OwnProcess(center: BGTaskScheduler.shared.center) }

  private let center: TaskCenter

  private init(center: TaskCenter) {
    self.center = center
  }

  /// Whether the daemon has started it, so that no user looks at it.
  package var isLaunchedByDaemon: Bool { center.isLaunchedByDaemon }

  /// Ends the time in which handlers may be registered, which else ends when the main queue first turns.
  package func finishLaunching() {
    center.finishLaunching(
      because: "application(_:didFinishLaunchingWithOptions:) has returned")
  }

  /// What the switch of the app says of its work in the background; nil where the daemon does not know the app, or cannot
  /// be asked.
  package var mayRefresh: Bool? {
    center.daemon.mayRefresh
  }

  /// How long a module may take to be created, 0 for any time; nil where the daemon does not say, or cannot be asked.
  package var moduleLimit: Duration? { center.daemon.moduleLimit().map { .seconds($0) } }

  /// A field of the device, such as `thermal`; nil where it is not known, or the daemon cannot be asked.
  package func device(_ field: String) -> String? {
    center.daemon.device(field)
  }

  /// Tells the daemon that the user now looks at the app, or no more. Not waited for.
  package func report(isForeground: Bool) { center.daemon.reportForeground(isForeground) }

  /// Takes what goes to the delegate of the app. Called on the main queue.
  package func takeDelegateTasks(_ handler: @escaping @Sendable (DelegateTask) -> Void) {
    center.setDelegateHandler(handler)
  }

  /// Asks for time to finish what was begun, although there is no task, or needs it no more. Not waited for.
  package func hold(_ isHeld: Bool) { center.daemon.hold(isHeld) }

  /// Takes that the process is about to end: what it is handed from now on is left to the next one.
  package func leave() { center.leave() }

  /// Whether it has a task.
  package var isBusy: Bool { center.isBusy }

  /// Hears whether there are tasks, whenever that has changed. Called on any thread.
  package func followActivity(_ handler: @escaping @Sendable (_ isBusy: Bool) -> Void) {
    center.setActivityHandler(handler)
  }

  /// Takes the wakes of what is observed under this identifier; nil takes none any more. Called on a thread of the library's.
  package func observe(
    _ identifier: String, _ handler: (@Sendable (DelegateTask) -> Void)?
  ) { center.observe(identifier, handler) }

  /// Has the app woken when something has changed.
  ///
  /// - Throws: Where the daemon refuses that, or cannot be asked.
  package func submit(_ terms: ObserverTerms) throws(BGTaskScheduler.Error) {
    try center.daemon.submit(terms)
  }

  /// It is no longer woken for that, or shows it no more; what runs goes on.
  package func cancel(_ identifier: String) { center.daemon.cancel(identifier) }

  /// The identifier of the app.
  ///
  /// - Throws: Where this process is of no app that is installed, or there is no daemon.
  package func app() throws(BGTaskScheduler.Error) -> String { try center.daemon.app() }

  /// Makes a call of the interface.
  ///
  /// - Throws: Where the daemon refuses it, or cannot be asked.
  package func call<Method: ControlMethod>(
    _ method: Method
  ) throws(BGTaskScheduler.Error) -> Method.Reply { try center.daemon.call(method) }

  /// Hears what happens to what the user has queued, on a thread of the library's. A snapshot comes first, and again where
  /// something may have been missed.
  package func followNotices(_ handler: @escaping @Sendable (NoticeInfo) -> Void) {
    center.daemon.followNotices(handler)
  }

  /// Hears of each session whose end the delegate has been told, once its method has returned; also of what came before
  /// somebody asked.
  package func followSessions(_ handler: @escaping @Sendable (_ session: String) -> Void) {
    center.sessions.follow(handler)
  }

  /// Asks for fetches at least `seconds` apart; nil ends them. Not waited for.
  package func setFetchInterval(_ seconds: Double?) { center.daemon.setFetchInterval(seconds) }

  // MARK: Notifications

  /// Whether the user has allowed the app to show them; false also where the daemon does not know the app, or cannot be
  /// asked.
  package var mayNotify: Bool {
    do throws(BGTaskScheduler.Error) {
      return try call(ListApps(id: try app())).apps.first?.allowed.contains("notify") == true
    } catch {
      return false
    }
  }

  /// Has a notification shown at its date, in the place of one of its name that waits.
  ///
  /// - Throws: `BGTaskScheduler.Error`.
  package func add(_ request: NotificationRequest) throws {
    try center.daemon.submit(request, kind: request.kind ?? "")
  }

  /// The notifications that wait.
  package func pendingNotifications() -> [NotificationRequest] {
    center.daemon.pending().compactMap { $0 as? NotificationRequest }
  }

  /// Ends the process with a message, as where an app breaks a rule.
  package static func fail(_ message: String) -> Never { Log.fail(message) }

  /// Says something on standard error, which the daemon keeps with the output of the app.
  package static func log(_ message: String, as name: String) { Log.write(message, as: name) }
}
