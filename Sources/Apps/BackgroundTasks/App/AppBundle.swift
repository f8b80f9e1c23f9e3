import Foundation

/// The Info.plist of this process. It is searched next to the executable, in the Contents directory above
/// Contents/Linux, and at Foundation's location of the main bundle's.
package struct AppBundle {
  /// The absolute path of the executable.
  package let executable: String
  /// The CFBundleIdentifier; `nil` if there is no Info.plist.
  package let identifier: String?
  /// The declarations of the app; `nil` if there is no Info.plist.
  package let declaration: Declaration?

  package struct Declaration: Equatable, Sendable {
    package var permittedIdentifiers: [String]
    package var backgroundModes: [String]
    package var entitlements: [String]
    /// The configurations of window scenes; `nil` if the app has no scenes.
    package var scenes: [SceneConfiguration]?

    package init(
      permittedIdentifiers: [String], backgroundModes: [String], entitlements: [String] = [],
      scenes: [SceneConfiguration]? = nil
    ) {
      self.permittedIdentifiers = permittedIdentifiers
      self.backgroundModes = backgroundModes
      self.entitlements = entitlements
      self.scenes = scenes
    }

    /// Whether the Info.plist lists the identifier, or a wildcard there permits it.
    func permits(_ identifier: String) -> Bool {
      permittedIdentifiers.contains(identifier)
        || Self.permitsByWildcard(identifier, permittedIdentifiers)
    }

    /// Whether a pattern in `patterns` that ends with `.*` permits the identifier.
    static func permitsByWildcard(_ identifier: String, _ patterns: [String]) -> Bool {
      patterns.contains { pattern in
        let hasPrefix = pattern.hasSuffix(".*") && pattern != ".*"
        // The point before the asterisk is a part of the prefix.
        return hasPrefix && identifier.hasPrefix(pattern.dropLast())
      }
    }
  }

  /// Reads the Info.plist next to the executable, or the one in the directory above; the first that has a
  /// CFBundleIdentifier is used.
  ///
  /// - Parameter main: Foundation's Info.plist, which takes some milliseconds; read only if no other is found.
  package init(executable: String, main: @autoclosure () -> [String: Any]?) {
    self.executable = executable
    let directory = URL(fileURLWithPath: executable).deletingLastPathComponent()
    let places = [
      directory.appending(path: "Info.plist"),
      directory.deletingLastPathComponent().appending(path: "Info.plist"),
    ]
    let plist = places.lazy.compactMap { Self.read($0) }.first { $0["CFBundleIdentifier"] != nil }
    let info = plist ?? main() ?? [:]
    identifier = info["CFBundleIdentifier"] as? String
    // Without an identifier, the Info.plist is not that of an app.
    declaration = identifier == nil ? nil : Declaration(info)
  }

  /// Reads the declarations of a file; `nil` if it is not an app's Info.plist.
  package init?(infoPlist file: URL) {
    guard let info = Self.read(file), let named = info["CFBundleIdentifier"] as? String else {
      return nil
    }
    (executable, identifier, declaration) = ("", named, Declaration(info))
  }

  /// Reads a property list; `nil` if the file cannot be read or is not a dictionary. Invalid content is logged.
  private static func read(_ file: URL) -> [String: Any]? {
    guard let data = try? Data(contentsOf: file) else { return nil }
    do {
      let list = try PropertyListSerialization.propertyList(from: data, format: nil)
      return list as? [String: Any]
    } catch {
      Log.write("\(file.path) cannot be read as a property list: \(error)")
      return nil
    }
  }
}

extension AppBundle.Declaration {
  fileprivate init(_ info: [String: Any]) {
    permittedIdentifiers = info["BGTaskSchedulerPermittedIdentifiers"] as? [String] ?? []
    backgroundModes = info["UIBackgroundModes"] as? [String] ?? []
    entitlements = info.compactMap { key, value in
      key.hasPrefix("com.apple.developer.") && value as? Bool == true ? key : nil
    }.sorted()
    scenes = SceneConfiguration.all(in: info)
  }
}
