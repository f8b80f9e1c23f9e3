import Scheduling

/// An option of a request that has no meaning without another one.
private struct DependentOption {
  var field: String
  /// The name for `--clear`.
  var name: String
  var value: String

  /// Returns a list with the option whose value is a duration; an empty list if the option is not set.
  static func duration(_ field: String, _ name: String, _ value: Duration?) -> [Self] {
    value.map { [Self(field: field, name: name, value: $0.notation)] } ?? []
  }
}

/// An option that a request does not have, and the options that depend on it.
private struct MissingOption {
  var field: String
  var name: String
  var dependents: [DependentOption]
}

extension Submission {
  /// Throws if the call removes an option on which a remaining option of the request depends, such as `every` and not
  /// `flex`. The message names the command that clears all of them.
  ///
  /// - Parameter namedFields: The fields that the call changes.
  func checkDependentOptions(_ namedFields: Set<String>) throws(Refusal) {
    for missing in missingOptions where namedFields.contains(missing.field) {
      let remaining = missing.dependents.filter { !namedFields.contains($0.field) }
      guard let first = remaining.first else { continue }
      let clears = ([missing.name] + remaining.map(\.name)).map { " --clear \($0)" }.joined()
      let options = remaining.map { "\($0.field) '\($0.value)'" }.joined(separator: ", ")
      throw Refusal(
        .invalid, field: first.field, value: first.value,
        message: "\(options) of '\(id ?? "")' would have no effect without `\(missing.field)`; also"
          + " clear \(remaining.count == 1 ? "it" : "them"): rubatoctl set \(id ?? "")\(clears)")
    }
  }

  /// The missing options on which given options depend.
  private var missingOptions: [MissingOption] {
    let changes = terms.needs.changes
    let longest = DependentOption.duration("longestDelay", "longest-delay", changes.longestDelay)
    var missing: [MissingOption] = []
    if !terms.repeats {
      let flex = DependentOption.duration("flex", "flex", terms.flex)
      missing.append(MissingOption(field: "every", name: "every", dependents: flex))
    }
    if changes.watched.isEmpty {
      let delays =
        DependentOption.duration("atMost", "at-most", changes.atMost)
        + DependentOption.duration("updateDelay", "update-delay", changes.updateDelay) + longest
      missing.append(
        MissingOption(field: "whenChanged", name: "when-changed", dependents: delays))
    }
    if changes.updateDelay == nil {
      missing.append(
        MissingOption(field: "updateDelay", name: "update-delay", dependents: longest))
    }
    if terms.run.onFailure == nil, terms.run.onFailureCommand == nil, terms.run.reportsEachFailure {
      let each = DependentOption(field: "eachFailure", name: "each-failure", value: "yes")
      missing.append(
        MissingOption(field: "onFailureCommand", name: "on-failure-command", dependents: [each]))
      missing.append(MissingOption(field: "onFailure", name: "on-failure", dependents: [each]))
    }
    return missing
  }
}
