import Scheduling

/// Something that shall be true of a simulated task, or of all that runs on the device, in so many
/// of a hundred worlds.
package struct Promise: Hashable, Sendable {
  package enum About: Hashable, Sendable {
    case device
    /// As `news.refresh`, or `backup` of work that stands for itself; with `*` in it all whose names
    /// fit, for each of which it is promised.
    case task(String)

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
  /// As it was written: `at least 5`.
  package var words: String
  /// Of all seeds, in how many it must be so, 0 to 1.
  package var share = 1.0
  /// What comes earlier is not looked at.
  package var after = Duration.zero

  package init(_ about: About, _ metric: Metric, _ bound: Bound, words: String) {
    self.about = about
    self.metric = metric
    self.bound = bound
    self.words = words
  }

  /// `news.refresh runs-per-day: at least 5`
  package var text: String { "\(about.name) \(metric.key): \(words)" }
}

/// The promises of a file, and over how many seeds they hold.
package struct Expectations: Hashable, Sendable {
  package var promises: [Promise]
  package var seeds: Int

  package init(promises: [Promise], seeds: Int) {
    self.promises = promises
    self.seeds = seeds
  }
}
