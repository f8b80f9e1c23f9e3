/// The conditions under which an app that overruns is blocked and unblocked. Apple publishes none of them; the numbers
/// are ours.
package struct ReliabilitySettings: Hashable, Sendable {
  /// The number of kills for overruns within the window that blocks an app.
  package var killsThatBlock = 3
  package var killWindow = Duration.hours(24)
  /// The lengths of blocks: of the first, and of the blocks after each further kill of a recently blocked app.
  package var blocks: [Duration] = [.hours(1), .hours(4), .hours(24), .hours(72)]
  /// The number of clean runs in a row that take back one step.
  package var cleanRunsPerStep = 5
  /// The time after its end for which a block counts as recent.
  package var blocksRemembered = Duration.days(7)
  /// The number of runs that determine an app's score.
  package var runsRemembered = 20

  package init() {}

  /// Returns the length of the block of `level`, from 1; levels beyond the last have the length of the last.
  func block(_ level: Int) -> Duration {
    let existingLevel = min(max(1, level), blocks.count)
    return blocks.isEmpty ? .zero : blocks[existingLevel - 1]
  }
}
