import Scheduling

/// Settings as a policy file, one key a line.
package enum PolicyText {
  /// - Parameters:
  ///   - onlyChanged: Leaves out what is as in the defaults.
  ///   - isExplained: With a comment for each key: what it does, what is allowed, the default.
  ///   - isIn: Whether a key is there at all.
  package static func yaml(
    _ settings: Settings, onlyChanged: Bool = false, isExplained: Bool = false,
    isIn: (String) -> Bool = { _ in true }
  ) -> String {
    let defaults = Settings()
    var text = ""
    for key in PolicyKey.all where isIn(key.name) {
      let (value, usual) = (key.text(settings), key.text(defaults))
      guard !onlyChanged || value != usual else { continue }
      if isExplained {
        text += "# \(key.about) (\(key.allowed); default \(usual))\n"
      }
      text += "\(key.name): \(value.hasPrefix("/") ? TaskText.scalar(value) : scalar(value))\n"
    }
    return text
  }

  /// What YAML could take for something else is quoted.
  private static func scalar(_ value: String) -> String {
    value.contains(",") ? "[\(value)]" : value.isEmpty ? "[]" : value
  }
}
