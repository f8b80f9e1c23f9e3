import Foundation

/// What the Info.plist of this process says. It is looked for beside the executable, in the Contents above
/// Contents/Linux, and where Foundation finds the main bundle's.
package struct AppBundle {
  /// The absolute path of the executable.
  package let executable: String
  /// CFBundleIdentifier; nil where there is no Info.plist.
  package let identifier: String?
  /// What the app declares; nil where there is no Info.plist.
  package let declaration: Declaration?

  package struct Declaration: Equatable, Sendable {
    package var permittedIdentifiers: [String]
    package var backgroundModes: [String]
    package var entitlements: [String]

    package init(
      permittedIdentifiers: [String], backgroundModes: [String], entitlements: [String] = []
    ) {
      self.permittedIdentifiers = permittedIdentifiers
      self.backgroundModes = backgroundModes
      self.entitlements = entitlements
    }

    func permits(_ identifier: String) -> Bool {
      permittedIdentifiers.contains(identifier)
        || Self.permitsByWildcard(identifier, permittedIdentifiers)
    }

    /// Whether one of `patterns` that ends with `.*` permits it.
    static func permitsByWildcard(_ identifier: String, _ patterns: [String]) -> Bool {
      patterns.contains { pattern in
        pattern.hasSuffix(".*") && pattern.utf8.count > 2
          && identifier.hasPrefix(pattern.dropLast())
      }
    }
  }

  static func ofThisProcess() -> AppBundle {
    let path = (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")) ?? ""
    return AppBundle(executable: path, main: Bundle.main.infoDictionary)
  }

  /// - Parameter main: What Foundation finds, which takes it some milliseconds; asked for only where nothing else is.
  init(executable: String, main: @autoclosure () -> [String: Any]?) {
    self.executable = executable
    let directory = URL(fileURLWithPath: executable).deletingLastPathComponent()
    let places = [
      directory.appending(path: "Info.plist"),
      directory.deletingLastPathComponent().appending(path: "Info.plist"),
    ]
    let found = places.lazy.compactMap { Self.read($0) }.first { $0["CFBundleIdentifier"] != nil }
    let info = found ?? main() ?? [:]
    identifier = info["CFBundleIdentifier"] as? String
    declaration = identifier == nil ? nil : Declaration(info)
  }

  /// What a file declares; nil where it is none of an app.
  package init?(infoPlist file: URL) {
    guard let info = Self.read(file), let named = info["CFBundleIdentifier"] as? String else {
      return nil
    }
    (executable, identifier, declaration) = ("", named, Declaration(info))
  }

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
  }
}
