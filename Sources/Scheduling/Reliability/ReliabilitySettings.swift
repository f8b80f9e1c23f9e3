/// What it takes to bar an app that overruns, and to earn that back. Apple publishes none of it; the
/// numbers are ours.
package struct ReliabilitySettings: Hashable, Sendable {
  /// So many kills for overruns within the window bar an app.
  package var killsThatBar = 3
  package var killWindow = Duration.hours(24)
  /// How long: the first time, and after each further kill of an app that was barred lately.
  package var bars: [Duration] = [.hours(1), .hours(4), .hours(24), .hours(72)]
  /// So many clean runs in a row take back one step.
  package var cleanRunsPerStep = 5
  /// So long after its end a bar is no longer lately.
  package var barsRemembered = Duration.days(7)
  /// Runs from which an app's score follows.
  package var runsRemembered = 20

  package init() {}

  /// The bar of `level`, from 1.
  func bar(_ level: Int) -> Duration {
    bars.isEmpty ? .zero : bars[min(max(1, level), bars.count) - 1]
  }
}
