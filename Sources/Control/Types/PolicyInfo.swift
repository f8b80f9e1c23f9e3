/// One policy's answer
package struct PolicyInfo: Codable, Hashable, Sendable {
  package var name: String
  package var weight: Double
  /// canProceed, mustNotProceed, mustProceed, absolutelyMustNotProceed or absolutelyMustProceed
  package var decision: String
  /// 0 to 1
  package var score: Double
  package var rationale: String

  package init(
    name: String, weight: Double, decision: String, score: Double, rationale: String
  ) {
    self.name = name
    self.weight = weight
    self.decision = decision
    self.score = score
    self.rationale = rationale
  }
}
