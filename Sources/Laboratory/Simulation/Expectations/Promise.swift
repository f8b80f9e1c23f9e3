import Scheduling

/// A bound on a simulated task, or on all runs of the device, that must be met in a share of the worlds.
package struct Promise: Hashable, Sendable {
  package enum About: Hashable, Sendable {
    case device
    /// A name such as `news.refresh`, or `backup` for work that belongs to no app. A name with `*` means each task that
    /// matches.
    case task(String)

    /// The name of the task or of the device, as a file contains it.
    package var name: String {
      switch self {
      case .device: "device"
      case .task(let name): name
      }
    }
  }

  package var about: About
  package var metric: Metric
  package var bound: Bound
  /// The bound's text in the file: `at least 5`.
  package var words: String
  /// The share of seeds in which it must be kept, 0 to 1.
  package var share = 1.0
  /// The time from the start that is ignored.
  package var after = Duration.zero

  package init(_ about: About, _ metric: Metric, _ bound: Bound, words: String) {
    self.about = about
    self.metric = metric
    self.bound = bound
    self.words = words
  }

  /// The promise as text: `news.refresh runs-per-day: at least 5`
  package var text: String { "\(about.name) \(metric.key): \(words)" }
}

/// The promises of a file, and the number of seeds to check them with.
package struct Expectations: Hashable, Sendable {
  package var promises: [Promise]
  package var seeds: Int

  package init(promises: [Promise], seeds: Int) {
    self.promises = promises
    self.seeds = seeds
  }
}
