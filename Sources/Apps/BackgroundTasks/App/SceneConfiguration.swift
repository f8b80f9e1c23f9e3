/// A configuration of a window scene in the Info.plist (`UIApplicationSceneManifest`).
package struct SceneConfiguration: Equatable, Sendable {
  /// UISceneConfigurationName; `nil` if it is missing.
  package var name: String?
  /// UISceneDelegateClassName, a module and a class; `nil` if it is missing.
  package var delegateClass: String?

  package init(name: String?, delegateClass: String?) {
    (self.name, self.delegateClass) = (name, delegateClass)
  }

  /// Returns the configurations of window scenes in an Info.plist, in order; `nil` if the app has no scenes.
  static func all(in info: [String: Any]) -> [SceneConfiguration]? {
    guard let manifest = info["UIApplicationSceneManifest"] as? [String: Any] else { return nil }
    let roles = manifest["UISceneConfigurations"] as? [String: Any]
    let listed = roles?["UIWindowSceneSessionRoleApplication"] as? [[String: Any]]
    return (listed ?? []).map {
      SceneConfiguration(
        name: $0["UISceneConfigurationName"] as? String,
        delegateClass: $0["UISceneDelegateClassName"] as? String)
    }
  }
}
