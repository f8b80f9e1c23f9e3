/// What it takes to block an app that overruns, and to earn that back. Apple publishes none of it; the
/// numbers are ours.
package struct ReliabilitySettings: Hashable, Sendable {
  /// So many kills for overruns within the window block an app.
  package var killsThatBlock = 3
  package var killWindow = Duration.hours(24)
  /// How long: the first time, and after each further kill of an app that was blocked lately.
  package var blocks: [Duration] = [.hours(1), .hours(4), .hours(24), .hours(72)]
  /// So many clean runs in a row take back one step.
  package var cleanRunsPerStep = 5
  /// So long after its end a block is no longer lately.
  package var blocksRemembered = Duration.days(7)
  /// Runs from which an app's score follows.
  package var runsRemembered = 20

  package init() {}

  /// The block of `level`, from 1.
  func block(_ level: Int) -> Duration {
    blocks.isEmpty ? .zero : blocks[min(max(1, level), blocks.count) - 1]
  }
}
