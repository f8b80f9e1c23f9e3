/// The requirements of a request in text form: names of conditions, and paths as `path=/mnt/backup`.
package struct Requirements: Hashable, Sendable {
  package var conditions: Conditions = []
  /// Required paths, each once.
  package var paths: [ExactString] = []

  private static let pathPrefix = "path="

  package init() {}

  /// Reads the names of conditions, and paths as `path=/mnt/backup`, each once. Throws a refusal of an unknown word or
  /// a malformed path.
  ///
  /// - Parameter field: The field to name in the refusal.
  package init(words: [String], field: String) throws(Refusal) {
    var names: [String] = []
    for word in words {
      guard let named = ExactString(word).droppingPrefix(Self.pathPrefix) else {
        names.append(word)
        continue
      }
      let path = Needs.plain(named)
      try Needs.check(path, field: field)
      if !paths.contains(path) { paths.append(path) }
    }
    for name in names where !Conditions.named.contains(where: { $0.name == name }) {
      throw Refusal(field: field, value: name, allowed: Self.allowed)
    }
    conditions = try Conditions(names: names, field: field)
  }

  private static let allowed =
    Conditions.named.map(\.name).joined(separator: ", ") + ", path=/PATH"
}

extension Requirements {
  /// Conditions and paths, in text form.
  package var words: [String] { conditions.names + paths.map { "path=\($0)" } }
}

extension Terms {
  /// Required conditions and paths.
  package var requirements: Requirements {
    get {
      var requirements = Requirements()
      (requirements.conditions, requirements.paths) = (requires, needs.paths)
      return requirements
    }
    set { (requires, needs.paths) = (newValue.conditions, newValue.paths) }
  }
}
