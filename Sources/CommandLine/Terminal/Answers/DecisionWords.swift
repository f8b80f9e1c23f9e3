/// Decisions in plain words.
enum DecisionWords {
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
