/// The best moment predicted in the rest of the window
package struct Optimum: Codable, Hashable, Sendable {
  package var score: Double
  package var at: String

  package init(
    score: Double, at: String
  ) {
    self.score = score
    self.at = at
  }
}
