/// The requirements of a request in text form: names of conditions, paths as `path=/mnt/backup`, and names of networks
/// as `network=home`.
package struct Requirements: Hashable, Sendable {
  package var conditions: Conditions = []
  /// Required paths, each once.
  package var paths: [ExactString] = []

  /// Names of networks that must be connected, or with a `!` must not, each once.
  package var networks: [ExactString] = []

  private static let pathPrefix = "path="
  private static let networkPrefix = "network="

  package init() {}

  /// Reads the names of conditions, paths as `path=/mnt/backup`, and names of networks as `network=home`, each once.
  /// Throws a refusal of an unknown word, or of a malformed path or name.
  ///
  /// - Parameter field: The field to name in the refusal.
  package init(words: [String], field: String) throws(Refusal) {
    var conditionNames: [String] = []
    for word in words {
      if let network = ExactString(word).droppingPrefix(Self.networkPrefix) {
        if !networks.contains(network) { networks.append(network) }
        continue
      }
      guard let named = ExactString(word).droppingPrefix(Self.pathPrefix) else {
        conditionNames.append(word)
        continue
      }
      let path = Needs.plain(named)
      try Needs.check(path, field: field)
      if !paths.contains(path) { paths.append(path) }
    }
    // Before `Conditions`, whose refusal would not list paths and networks among the allowed words.
    for name in conditionNames where !Conditions.named.contains(where: { $0.name == name }) {
      throw Refusal(field: field, value: name, allowed: Self.allowed)
    }
    conditions = try Conditions(names: conditionNames, field: field)
    // `Needs` has the check of networks.
    var needs = Needs()
    needs.networks = networks
    try needs.checkNetworks(field: field)
  }

  private static let allowed =
    Conditions.named.map(\.name).joined(separator: ", ")
    + ", path=/PATH, network=NAME, network=!NAME"
}

extension Requirements {
  /// Conditions, paths and networks, in text form.
  package var words: [String] {
    conditions.names + paths.map { "path=\($0)" } + networks.map { "network=\($0)" }
  }
}

extension Terms {
  /// Required conditions, paths and networks.
  package var requirements: Requirements {
    get {
      var requirements = Requirements()
      (requirements.conditions, requirements.paths) = (requires, needs.paths)
      requirements.networks = needs.networks
      return requirements
    }
    set {
      (requires, needs.paths) = (newValue.conditions, newValue.paths)
      needs.networks = newValue.networks
    }
  }
}
