import Foundation

/// The session of a scene, with the name of UIKit's class. An app has one session, which lasts as long as the process.
@preconcurrency @MainActor open class UISceneSession: NSObject {
  /// The role of a scene.
  public struct Role: Hashable, RawRepresentable, Sendable {
    /// The text of the role.
    public let rawValue: String

    /// Creates the role with this text.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// A scene with windows, which is the only role here.
    public static let windowApplication = Role(rawValue: "UIWindowSceneSessionRoleApplication")
  }

  /// The role of the scene.
  public let role = Role.windowApplication

  /// An identifier of the session, the same in each process.
  public let persistentIdentifier = "io.rubato.AppLifecycle.scene"

  /// The configuration that the app has chosen for the scene.
  public internal(set) var configuration: UISceneConfiguration

  /// The scene; `nil` if it is not connected.
  public internal(set) weak var scene: UIScene?

  init(_ configuration: UISceneConfiguration) {
    self.configuration = configuration
    super.init()
  }
}

/// The configuration of a scene, with the name of UIKit's class.
@preconcurrency @MainActor open class UISceneConfiguration: NSObject {
  /// The name, which the Info.plist contains as UISceneConfigurationName; `nil` if there is none.
  public let name: String?

  /// The role of the scene.
  public let role: UISceneSession.Role

  /// The class of the scene's delegate, which must be derived from `NSObject`; `nil` for the class that the Info.plist
  /// names.
  open var delegateClass: AnyClass?

  /// Creates a configuration.
  ///
  /// - Parameters:
  ///   - name: The name of a configuration in the Info.plist; `nil` for none.
  ///   - sessionRole: The role of the scene.
  public init(name: String?, sessionRole: UISceneSession.Role) {
    self.name = name
    role = sessionRole
    super.init()
  }
}
