import Scheduling

/// An option of a request that says nothing without another one.
private struct DependentOption {
  var field: String
  /// As `--clear` has it.
  var name: String
  var value: String

  /// Empty where it is not set.
  static func length(_ field: String, _ name: String, _ value: Duration?) -> [Self] {
    value.map { [Self(field: field, name: name, value: $0.notation)] } ?? []
  }
}

/// An option that a request has not, and what would belong to it.
private struct MissingOption {
  var field: String
  var name: String
  var dependents: [DependentOption]
}

extension Submission {
  /// Throws where what is kept of a request would be left without what it belongs to.
  ///
  /// - Parameter named: The fields that are changed.
  func checkCleared(_ named: Set<String>) throws(Refusal) {
    for missing in missingOptions where named.contains(missing.field) {
      let left = missing.dependents.filter { !named.contains($0.field) }
      guard let first = left.first else { continue }
      let clears = ([missing.name] + left.map(\.name)).map { " --clear \($0)" }.joined()
      let those = left.map { "\($0.field) '\($0.value)'" }.joined(separator: ", ")
      throw Refusal(
        .invalid, field: first.field, value: first.value,
        message: "\(those) of '\(id ?? "")' would say nothing without \(missing.field); clear"
          + " \(left.count == 1 ? "it" : "them") too: rubatoctl set \(id ?? "")\(clears)")
    }
  }

  /// Those that others may depend on.
  private var missingOptions: [MissingOption] {
    let changes = terms.needs.changes
    let longest = DependentOption.length("longestDelay", "longest-delay", changes.longestDelay)
    var missing: [MissingOption] = []
    if terms.every == nil {
      let flex = DependentOption.length("flex", "flex", terms.flex)
      missing.append(MissingOption(field: "every", name: "every", dependents: flex))
    }
    if changes.watched.isEmpty {
      let delays =
        DependentOption.length("atMost", "at-most", changes.atMost)
        + DependentOption.length("updateDelay", "update-delay", changes.updateDelay) + longest
      missing.append(
        MissingOption(field: "whenChanged", name: "when-changed", dependents: delays))
    }
    if changes.updateDelay == nil {
      missing.append(
        MissingOption(field: "updateDelay", name: "update-delay", dependents: longest))
    }
    if terms.run.onFailure == nil, terms.run.onFailureCommand == nil, terms.run.tellsEachFailure {
      let each = DependentOption(field: "eachFailure", name: "each-failure", value: "yes")
      missing.append(
        MissingOption(field: "onFailureCommand", name: "on-failure-command", dependents: [each]))
      missing.append(MissingOption(field: "onFailure", name: "on-failure", dependents: [each]))
    }
    return missing
  }
}
