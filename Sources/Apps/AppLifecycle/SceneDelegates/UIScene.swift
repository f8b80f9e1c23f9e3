import Foundation

/// A part of an app's user interface, with the name of UIKit's class. An app has at most one scene here, and none in a
/// process that the daemon has started.
@preconcurrency @MainActor open class UIScene: UIResponder {
  /// The session that the scene belongs to.
  public let session: UISceneSession

  /// The delegate, which receives the events of the scene's life; `nil` if there is none.
  open var delegate: (any UISceneDelegate)?

  /// The state of the scene.
  public internal(set) var activationState = ActivationState.unattached

  /// Creates the scene of a session.
  init(_ session: UISceneSession) {
    self.session = session
    super.init()
  }

  /// Not available: the library creates scenes.
  public required nonisolated init() { fatalError("a scene belongs to a session") }

  /// The states of a scene.
  public enum ActivationState: Int, Sendable {
    /// Not connected.
    case unattached = -1
    /// In the foreground, and receives the user's input.
    case foregroundActive
    /// In the foreground, and receives no input.
    case foregroundInactive
    /// Not visible.
    case background
  }

  /// The reasons for which a scene is connected. There are none here: an app is opened without a link or a shortcut.
  @preconcurrency @MainActor open class ConnectionOptions: NSObject {
    nonisolated override init() { super.init() }
  }

  /// Posted when the scene is about to connect.
  public nonisolated static let willConnectNotification = Notification.Name(
    "UISceneWillConnectNotification")

  /// Posted when the scene is active.
  public nonisolated static let didActivateNotification = Notification.Name(
    "UISceneDidActivateNotification")

  /// Posted when the scene is about to become inactive.
  public nonisolated static let willDeactivateNotification = Notification.Name(
    "UISceneWillDeactivateNotification")

  /// Posted when the scene is about to enter the foreground.
  public nonisolated static let willEnterForegroundNotification = Notification.Name(
    "UISceneWillEnterForegroundNotification")

  /// Posted when the scene has entered the background.
  public nonisolated static let didEnterBackgroundNotification = Notification.Name(
    "UISceneDidEnterBackgroundNotification")

  /// Posted when the scene is disconnected, which happens at the end of the process.
  public nonisolated static let didDisconnectNotification = Notification.Name(
    "UISceneDidDisconnectNotification")
}

/// A scene with windows, with the name of UIKit's class. Nothing is drawn here.
@preconcurrency @MainActor open class UIWindowScene: UIScene {}

/// A window, with the name of UIKit's class, so that a delegate can have the property `window`. A window cannot be
/// created here: guard the code that does it with `#if canImport(UIKit)`.
@preconcurrency @MainActor open class UIWindow: UIResponder {
  private nonisolated init(unavailable: Void) { super.init() }

  /// Not available: Linux draws no windows.
  @available(*, unavailable, message: "guard this code with #if canImport(UIKit)")
  public required nonisolated init() { fatalError("a window cannot be created") }
}
