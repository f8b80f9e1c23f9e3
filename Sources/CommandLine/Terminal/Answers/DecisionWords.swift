/// Decisions in plain words.
enum DecisionWords {
  /// Returns the decision in words; an unknown one as it is.
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

  /// Returns the decision in words, coloured if it forbids or forces the start.
  static func cell(_ decision: String) -> Table.Cell {
    let role: Role =
      switch decision {
      case "mustNotProceed", "absolutelyMustNotProceed": .bad
      case "mustProceed", "absolutelyMustProceed": .good
      default: .plain
      }
    return Table.Cell(words(decision), role)
  }
}
