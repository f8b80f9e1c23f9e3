/// What somebody wrote into a YAML file for the laboratory, by its keys and whatever its name is.
package enum FileContents: Hashable, Sendable {
  case policy
  case scenario
  /// Promises alone.
  case expectations

  private static let promiseKeys = ["seeds", "in", "expect"]

  /// - Parameters:
  ///   - yaml: what is in the file.
  ///   - file: its name, for errors.
  package init(yaml: String, file: String) throws(FileError) {
    let keys =
      try Document.rootIfAny(of: yaml, file: file)?.mapping?
      .compactMap { $0.key.scalar?.string } ?? []
    if keys.contains(where: { StoryFile.keys.contains($0) && !Self.promiseKeys.contains($0) }) {
      self = .scenario
    } else {
      self = keys.contains(where: Self.promiseKeys.contains) ? .expectations : .policy
    }
  }
}
