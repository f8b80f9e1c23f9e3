/// How an app's runs went lately, and what followed from it
package struct ReliabilityInfo: Codable, Hashable, Sendable {
  /// 1 for an app without blame, less with it
  package var score: Double
  /// The last runs that say something, oldest first: clean, blamed or killed
  package var conducts: [String]
  /// The last kills for overruns, oldest first
  package var kills: [String]
  /// The length of the last bar as a place among 1, 4, 24 and 72 hours; 0 where all is earned back
  package var level: Int64

  package init(
    score: Double, conducts: [String], kills: [String], level: Int64
  ) {
    self.score = score
    self.conducts = conducts
    self.kills = kills
    self.level = level
  }
}
