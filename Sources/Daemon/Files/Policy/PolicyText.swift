import Scheduling

/// Settings as a policy file, one key per line.
package enum PolicyText {
  /// Returns the keys with their values in `settings`, one per line, in the order of the documentation.
  ///
  /// - Parameters:
  ///   - onlyChanged: Whether to omit values that equal the defaults.
  ///   - isExplained: Whether to add a comment for each key: its effect, allowed values and default.
  ///   - isIn: Whether a key is included.
  package static func yaml(
    _ settings: Settings, onlyChanged: Bool = false, isExplained: Bool = false,
    isIn: (String) -> Bool = { _ in true }
  ) -> String {
    let defaults = Settings()
    var text = ""
    for key in PolicyKey.all where isIn(key.name) {
      let (value, defaultText) = (key.text(settings), key.text(defaults))
      guard !onlyChanged || value != defaultText else { continue }
      if isExplained {
        text += "# \(key.about) (\(key.allowed); default \(defaultText))\n"
      }
      // A line for the shell can contain commas, and is no list.
      let isCommandLine = value.utf8.first == UInt8(ascii: "/")
      text += "\(key.name): \(isCommandLine ? TaskText.scalar(value) : scalar(value))\n"
    }
    return text
  }

  /// Returns a value as YAML. A value with commas becomes a list, and an empty value becomes an empty list.
  private static func scalar(_ value: String) -> String {
    let isList = value.contains(",") || value.isEmpty
    return isList ? "[\(value)]" : value
  }
}
