/// What a library above this one needs of the process as an app's, behind `BGTaskScheduler.shared`.
package struct AppProcess: Sendable {
  /// The process that this code runs in. Its first use attaches it to the daemon.
  package static var current: AppProcess { AppProcess(center: BGTaskScheduler.shared.center) }

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

  /// A field of the device, such as `thermal`; nil where it is not known, or the daemon cannot be asked.
  package func device(_ field: String) -> String? {
    center.daemon.device(field)
  }

  /// Tells the daemon that the user now looks at the app, or no more. Not waited for.
  package func report(isForeground: Bool) { center.daemon.reportForeground(isForeground) }

  /// Takes what goes to the delegate of the app. Called on a thread of the library's.
  package func takeDelegateTasks(_ handler: @escaping @Sendable (DelegateTask) -> Void) {
    center.setDelegateHandler(handler)
  }

  /// Asks for time to finish what was begun, although there is no task, or needs it no more. Not waited for.
  package func hold(_ isHeld: Bool) { center.daemon.hold(isHeld) }

  /// Whether it has a task.
  package var isBusy: Bool { center.isBusy }

  /// Hears whether there are tasks, whenever that has changed. Called on any thread.
  package func followActivity(_ handler: @escaping @Sendable (_ isBusy: Bool) -> Void) {
    center.setActivityHandler(handler)
  }

  /// Asks for fetches at least `seconds` apart; nil ends them. Not waited for.
  package func setFetchInterval(_ seconds: Double?) { center.daemon.setFetchInterval(seconds) }

  /// Ends the process with a message, as where an app breaks a rule.
  package static func fail(_ message: String) -> Never { Log.fail(message) }

  /// Says something on standard error, which the daemon keeps with the output of the app.
  package static func log(_ message: String, as name: String) { Log.write(message, as: name) }
}
