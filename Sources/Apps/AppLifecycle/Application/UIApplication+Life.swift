import BackgroundTasks
import Foundation

extension UIApplication {
  /// Launches the app, and serves its main queue.
  ///
  /// - Parameter scenes: Returns the contents of the scenes; called again when the phase has changed.
  func run(_ scenes: @escaping () -> SceneParts = { SceneParts() }) -> Never {
    launch(retainedDelegate, scenes)
    EndingSignals.watch { [self] in terminate() }
    // dispatchMain() alone would serve the main queue on its own threads, without timers.
    RunLoop.main.run()
    dispatchMain()
  }

  /// Launches the app up to the point where its main queue is served: calls the delegate's launch methods, registers
  /// the handlers of the scenes and ends the registration. Unless headless, the app then builds its windows and
  /// becomes active.
  func launch(
    _ delegate: (any UIApplicationDelegate)?,
    _ scenes: @escaping () -> SceneParts = { SceneParts() }
  ) {
    self.delegate = delegate
    if isHeadless { applicationState = .background }
    let changes = SceneChanges(applicationState, scenes)
    sceneChanges = changes
    let parts = changes.parts
    backgroundTimes.setInBackground(isHeadless)
    process.setDelegateHandler { [weak self] task in
      MainActor.assumeIsolated { self?.handleDelegateTask(task) }
    }
    _ = delegate?.application(self, willFinishLaunchingWithOptions: nil)
    for task in parts.tasks { task.register() }
    sessionHandlers = parts.sessions
    _ = delegate?.application(self, didFinishLaunchingWithOptions: nil)
    process.endLaunch()
    post(Self.didFinishLaunchingNotification)
    changes.callInitialActions()
    if isHeadless { return }
    connectedScene = ConnectedScene(self)
    connectedScene?.send(.enterForeground)
    for build in parts.windows { build() }
    becomeActive()
  }

  /// Notifies the delegate of the app's scene, or without a scene the delegate of the app.
  private func send(_ event: LifeEvent) {
    if let connectedScene { return connectedScene.send(event) }
    switch event {
    case .enterForeground: delegate?.applicationWillEnterForeground(self)
    case .becomeActive: delegate?.applicationDidBecomeActive(self)
    case .resignActive: delegate?.applicationWillResignActive(self)
    case .enterBackground: delegate?.applicationDidEnterBackground(self)
    }
  }

  /// Moves the app to the background, and notifies its delegate and the daemon. Called by the code that owns the app's
  /// windows. It has no effect if the app is already in the background. Not in UIKit.
  public func moveToBackground() {
    guard applicationState != .background else { return }
    post(Self.willResignActiveNotification)
    send(.resignActive)
    // Two changes, so that the scenes' `onChange(of: scenePhase)` receives both phases, as on a phone.
    applicationState = .inactive
    applicationState = .background
    send(.enterBackground)
    post(Self.didEnterBackgroundNotification)
    backgroundTimes.setInBackground(true)
    process.report(isForeground: false)
  }

  /// Moves the app to the foreground, and notifies its delegate and the daemon. It has no effect if the app is already
  /// in the foreground, or headless: an app that the user opens runs in its own process. Not in UIKit.
  public func moveToForeground() {
    guard applicationState == .background, !isHeadless else { return }
    send(.enterForeground)
    post(Self.willEnterForegroundNotification)
    applicationState = .inactive
    backgroundTimes.setInBackground(false)
    becomeActive()
    process.report(isForeground: true)
  }

  /// Makes the app active, and notifies its delegate and the observers of `didBecomeActiveNotification`.
  private func becomeActive() {
    applicationState = .active
    send(.becomeActive)
    post(Self.didBecomeActiveNotification)
  }

  /// Leaves tasks that arrive from now on to the next process, and notifies the delegate and observers that the app
  /// will terminate. The process itself is ended by the caller.
  func terminate() {
    process.stopReceivingTasks()
    connectedScene?.disconnect()
    delegate?.applicationWillTerminate(self)
    post(Self.willTerminateNotification)
  }

  /// Posts a notification of the app to its observers.
  private func post(_ name: Notification.Name) {
    NotificationCenter.default.post(name: name, object: self)
  }

  /// Posted when the launch has finished.
  public nonisolated static let didFinishLaunchingNotification = Notification.Name(
    "UIApplicationDidFinishLaunchingNotification")

  /// Posted when the app has become active.
  public nonisolated static let didBecomeActiveNotification = Notification.Name(
    "UIApplicationDidBecomeActiveNotification")

  /// Posted when the app is about to become inactive.
  public nonisolated static let willResignActiveNotification = Notification.Name(
    "UIApplicationWillResignActiveNotification")

  /// Posted when the app has entered the background.
  public nonisolated static let didEnterBackgroundNotification = Notification.Name(
    "UIApplicationDidEnterBackgroundNotification")

  /// Posted when the app is about to enter the foreground.
  public nonisolated static let willEnterForegroundNotification = Notification.Name(
    "UIApplicationWillEnterForegroundNotification")

  /// Posted when the process is about to end.
  public nonisolated static let willTerminateNotification = Notification.Name(
    "UIApplicationWillTerminateNotification")
}
