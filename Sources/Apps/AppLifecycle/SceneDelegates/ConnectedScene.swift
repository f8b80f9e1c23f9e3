import BackgroundTasks
import Foundation

/// The changes of an app's life that its delegate, or the delegate of its scene, receives.
enum LifeEvent {
  case enterForeground, becomeActive, resignActive, enterBackground
}

/// The scene of an app that has scenes. Its delegate receives the changes of the app's life instead of the app's
/// delegate, as on a phone.
@MainActor final class ConnectedScene {
  let scene: UIWindowScene

  /// Creates the scene that the app's delegate configures, and connects it. Returns `nil` if the app has no scenes: its
  /// Info.plist has no UIApplicationSceneManifest, and its delegate chooses no class.
  init?(_ application: UIApplication) {
    let plistScenes = application.process.scenes
    let session = UISceneSession(
      UISceneConfiguration(name: plistScenes?.first?.name, sessionRole: .windowApplication))
    let options = UIScene.ConnectionOptions()
    let delegate = application.delegate
    if let delegate {
      session.configuration = delegate.application(
        application, configurationForConnecting: session, options: options)
    }
    if plistScenes == nil && session.configuration.delegateClass == nil { return nil }
    scene = UIWindowScene(session)
    session.scene = scene
    scene.delegate = Self.makeDelegate(session.configuration, plistScenes ?? [], delegate)
    post(UIScene.willConnectNotification)
    scene.activationState = .foregroundInactive
    scene.delegate?.scene(scene, willConnectTo: session, options: options)
  }

  /// Creates the scene's delegate of the class that the configuration names, else of the one in the Info.plist. Logs
  /// why if it cannot be created, and returns `nil`.
  private static func makeDelegate(
    _ configuration: UISceneConfiguration, _ plistScenes: [SceneConfiguration],
    _ delegate: (any UIApplicationDelegate)?
  ) -> (any UISceneDelegate)? {
    let plistName = plistScenes.first { $0.name == configuration.name }?.delegateClass
    guard
      let type = configuration.delegateClass ?? plistName.flatMap({ findClass($0, delegate) })
    else {
      Log.write(
        plistName.map { "the class '\($0)' of the Info.plist not found; write MODULE.CLASS" }
          ?? "the scene has no delegate; set UISceneDelegateClassName in the Info.plist, or delegateClass"
      )
      return nil
    }
    guard let type = type as? NSObject.Type,
      let made = DelegateCreation.make(type) as? any UISceneDelegate
    else {
      Log.write("\(type) is not derived from NSObject and UIWindowSceneDelegate")
      return nil
    }
    return made
  }

  /// Returns the class that the Info.plist names; `nil` if it does not exist. Xcode's variable for the module is
  /// replaced by the module of the app's delegate.
  private static func findClass(
    _ name: String, _ delegate: (any UIApplicationDelegate)?
  ) -> AnyClass? {
    let module = delegate.map { String(reflecting: type(of: $0)).prefix { $0 != "." } } ?? ""
    return NSClassFromString(
      name.replacingOccurrences(of: "$(PRODUCT_MODULE_NAME)", with: module))
  }

  /// Changes the state of the scene, and notifies its delegate and observers: before the change by methods with `will`
  /// in their names, after it by those with `did`.
  func send(_ event: LifeEvent) {
    let delegate = scene.delegate
    switch event {
    case .enterForeground:
      delegate?.sceneWillEnterForeground(scene)
      post(UIScene.willEnterForegroundNotification)
      scene.activationState = .foregroundInactive
    case .becomeActive:
      scene.activationState = .foregroundActive
      delegate?.sceneDidBecomeActive(scene)
      post(UIScene.didActivateNotification)
    case .resignActive:
      delegate?.sceneWillResignActive(scene)
      post(UIScene.willDeactivateNotification)
      scene.activationState = .foregroundInactive
    case .enterBackground:
      scene.activationState = .background
      delegate?.sceneDidEnterBackground(scene)
      post(UIScene.didEnterBackgroundNotification)
    }
  }

  /// Notifies the delegate and observers of the end of the process.
  func disconnect() {
    scene.delegate?.sceneDidDisconnect(scene)
    scene.activationState = .unattached
    post(UIScene.didDisconnectNotification)
  }

  /// Posts a notification of the scene to its observers.
  private func post(_ name: Notification.Name) {
    NotificationCenter.default.post(name: name, object: scene)
  }
}
