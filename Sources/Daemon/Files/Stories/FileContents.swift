/// The type of a YAML file for the laboratory. Its keys determine it, whatever its name is.
package enum FileContents: Hashable, Sendable {
  case policy
  case scenario
  /// Only promises.
  case expectations

  private static let promiseKeys = ["seeds", "in", "expect"]

  /// Determines the type of a file from its keys.
  ///
  /// - Parameters:
  ///   - yaml: The text of the file.
  ///   - file: Its name, for errors.
  package init(yaml: String, file: String) throws(FileError) {
    let root = try Document.rootIfAny(of: yaml, file: file)
    let keys = root?.mapping?.compactMap { $0.key.scalar?.string } ?? []
    // A scenario can also have the keys of promises, so only its other keys show that a file is one.
    let onlyScenarioKeys = StoryFile.keys.filter { !Self.promiseKeys.contains($0) }
    if keys.contains(where: onlyScenarioKeys.contains) {
      self = .scenario
    } else {
      self = keys.contains(where: Self.promiseKeys.contains) ? .expectations : .policy
    }
  }
}
