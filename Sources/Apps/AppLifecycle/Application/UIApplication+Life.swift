import BackgroundTasks
import Foundation

extension UIApplication {
  /// Launches the app, and serves its main queue.
  ///
  /// - Parameter scenes: What its scenes consist of, asked again when the phase has changed.
  func run(_ scenes: @escaping () -> SceneParts = { SceneParts() }) -> Never {
    launch(ownDelegate, scenes)
    EndingSignals.watch { [self] in terminate() }
    // Not dispatchMain(), which serves the main queue on threads of its own, and no timers.
    RunLoop.main.run()
    dispatchMain()
  }

  /// What happens before the main queue turns.
  func launch(
    _ delegate: (any UIApplicationDelegate)?,
    _ scenes: @escaping () -> SceneParts = { SceneParts() }
  ) {
    self.delegate = delegate
    if isHeadless { applicationState = .background }
    let changes = SceneChanges(applicationState, scenes)
    sceneChanges = changes
    let parts = changes.parts
    backgroundTimes.note(isInBackground: isHeadless)
    process.takeDelegateTasks { [weak self] task in
      MainActor.assumeIsolated { self?.hand(task) }
    }
    _ = delegate?.application(self, willFinishLaunchingWithOptions: nil)
    for task in parts.tasks { task.register() }
    sessionHandlers = parts.sessions
    _ = delegate?.application(self, didFinishLaunchingWithOptions: nil)
    process.finishLaunching()
    post(Self.didFinishLaunchingNotification)
    changes.begin()
    if isHeadless { return }
    for build in parts.windows { build() }
    becomeActive()
  }

  /// The user looks at the app no more: says so to its delegate and to the daemon. Whoever has the windows of an app calls this;
  /// nothing happens where it is in the background. Not in UIKit.
  public func moveToBackground() {
    guard applicationState != .background else { return }
    post(Self.willResignActiveNotification)
    delegate?.applicationWillResignActive(self)
    applicationState = .inactive
    applicationState = .background
    delegate?.applicationDidEnterBackground(self)
    post(Self.didEnterBackgroundNotification)
    backgroundTimes.note(isInBackground: true)
    process.report(isForeground: false)
  }

  /// The user looks at the app: says so to its delegate and to the daemon. Nothing happens where it is in the foreground, or
  /// headless: what the user opens is a process of its own. Not in UIKit.
  public func moveToForeground() {
    guard applicationState == .background, !isHeadless else { return }
    delegate?.applicationWillEnterForeground(self)
    post(Self.willEnterForegroundNotification)
    applicationState = .inactive
    backgroundTimes.note(isInBackground: false)
    becomeActive()
    process.report(isForeground: true)
  }

  private func becomeActive() {
    applicationState = .active
    delegate?.applicationDidBecomeActive(self)
    post(Self.didBecomeActiveNotification)
  }

  func terminate() {
    process.leave()
    delegate?.applicationWillTerminate(self)
    post(Self.willTerminateNotification)
  }

  private func post(_ name: Notification.Name) {
    NotificationCenter.default.post(name: name, object: self)
  }

  /// The launch has finished.
  public nonisolated static let didFinishLaunchingNotification = Notification.Name(
    "UIApplicationDidFinishLaunchingNotification")

  /// The app takes what the user does.
  public nonisolated static let didBecomeActiveNotification = Notification.Name(
    "UIApplicationDidBecomeActiveNotification")

  /// The app is about to take nothing more of what the user does.
  public nonisolated static let willResignActiveNotification = Notification.Name(
    "UIApplicationWillResignActiveNotification")

  /// The app is seen no more.
  public nonisolated static let didEnterBackgroundNotification = Notification.Name(
    "UIApplicationDidEnterBackgroundNotification")

  /// The app is about to be seen.
  public nonisolated static let willEnterForegroundNotification = Notification.Name(
    "UIApplicationWillEnterForegroundNotification")

  /// The process is about to end.
  public nonisolated static let willTerminateNotification = Notification.Name(
    "UIApplicationWillTerminateNotification")
}
