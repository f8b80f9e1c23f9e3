import Foundation

/// Finds the mistakes of an Info.plist that a bench cannot work with.
enum InfoPlistCheck {
  private static let identifiers = "BGTaskSchedulerPermittedIdentifiers"

  /// Returns the mistake of an app's Info.plist; `nil` if there is none.
  static func problem(of file: URL) -> BenchError? {
    let data: Data
    do {
      data = try Data(contentsOf: file)
    } catch {
      return BenchError(
        "the Info.plist \(file.path) cannot be read; pass the app's, as in URL(filePath: \"Info.plist\", relativeTo:"
          + " URL(filePath: #filePath)), or use BenchApp(identifier:permittedIdentifiers:launch:)")
    }
    guard let list = try? PropertyListSerialization.propertyList(from: data, format: nil),
      let info = list as? [String: Any]
    else {
      return BenchError("\(file.path) is not a property list; correct its XML")
    }
    return problem(of: info).map { BenchError("\(file.path) \($0)") }
  }

  /// Returns the mistake of a property list, as the text after its path; `nil` if there is none.
  private static func problem(of info: [String: Any]) -> String? {
    switch info["CFBundleIdentifier"] {
    case nil:
      return "has no CFBundleIdentifier, as Xcode adds it to the app only; add the key, or use"
        + " BenchApp(identifier:permittedIdentifiers:launch:)"
    case let text as String where text.contains("$("):
      return
        "has the CFBundleIdentifier '\(text)', which only Xcode replaces; write the identifier, or use"
        + " BenchApp(identifier:permittedIdentifiers:launch:)"
    case is String: break
    case .some:
      return "has a CFBundleIdentifier that is not a string; write it as one"
    }
    for key in [identifiers, "UIBackgroundModes"] where !isList(info[key]) {
      return
        "has a \(key) that is not an array of strings; write it as <array><string>...</string></array>"
    }
    return nil
  }

  /// Whether the value of a key is missing or a list of strings.
  private static func isList(_ value: Any?) -> Bool { value == nil || value is [String] }
}
