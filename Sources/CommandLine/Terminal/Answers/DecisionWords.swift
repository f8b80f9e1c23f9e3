/// Decisions in plain words.
enum DecisionWords {
  /// Returns the code of a policy's decision in words; an unknown code is returned as it is.
  static func words(_ decision: String) -> String {
    switch decision {
    case "canProceed": "can"
    case "mustNotProceed": "must not"
    case "mustProceed": "must"
    case "absolutelyMustNotProceed": "must not, absolutely"
    case "absolutelyMustProceed": "must, absolutely"
    default: decision.visible
    }
  }

  /// Returns the decision on a start as the end of a sentence; an unknown code is returned as it is.
  static func sentence(_ decision: String) -> String {
    switch decision {
    case "canProceed": "can run now"
    case "mustProceed", "absolutelyMustProceed": "must run now"
    default: words(decision)
    }
  }

  /// Whether the decision forbids a start.
  static func forbids(_ decision: String) -> Bool {
    decision == "mustNotProceed" || decision == "absolutelyMustNotProceed"
  }

  /// Returns a table cell with a policy's decision in words: red if it forbids the start, green if it forces it.
  static func cell(_ decision: String) -> Table.Cell {
    let role: Role =
      switch decision {
      case _ where forbids(decision): .bad
      case "mustProceed", "absolutelyMustProceed": .good
      default: .plain
      }
    return Table.Cell(words(decision), role)
  }
}
