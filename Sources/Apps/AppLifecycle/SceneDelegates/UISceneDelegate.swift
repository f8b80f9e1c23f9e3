import Foundation

/// The events of a scene's life, with the names of UIKit's protocol. Each method is optional.
@preconcurrency @MainActor public protocol UISceneDelegate: NSObject {
  /// Called when the user has started the app, after its launch. Handlers of tasks can no longer be registered.
  func scene(
    _ scene: UIScene, willConnectTo session: UISceneSession,
    options connectionOptions: UIScene.ConnectionOptions)

  /// Called when the scene is disconnected, at the end of the process.
  func sceneDidDisconnect(_ scene: UIScene)

  /// Called when the scene has become active.
  func sceneDidBecomeActive(_ scene: UIScene)

  /// Called when the scene is about to become inactive.
  func sceneWillResignActive(_ scene: UIScene)

  /// Called when the scene is about to enter the foreground, also at the launch.
  func sceneWillEnterForeground(_ scene: UIScene)

  /// Called when the scene has entered the background.
  func sceneDidEnterBackground(_ scene: UIScene)
}

extension UISceneDelegate {
  /// Does nothing.
  public func scene(
    _ scene: UIScene, willConnectTo session: UISceneSession,
    options connectionOptions: UIScene.ConnectionOptions
  ) {}

  /// Does nothing.
  public func sceneDidDisconnect(_ scene: UIScene) {}

  /// Does nothing.
  public func sceneDidBecomeActive(_ scene: UIScene) {}

  /// Does nothing.
  public func sceneWillResignActive(_ scene: UIScene) {}

  /// Does nothing.
  public func sceneWillEnterForeground(_ scene: UIScene) {}

  /// Does nothing.
  public func sceneDidEnterBackground(_ scene: UIScene) {}
}

/// The events of the life of a scene with windows, with the name of UIKit's protocol.
@preconcurrency @MainActor public protocol UIWindowSceneDelegate: UISceneDelegate {}
