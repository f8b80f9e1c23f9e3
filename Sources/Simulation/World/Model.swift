import Scheduling

/// How the modelled work of a simulation behaves. None of it is known to the scheduler before it has
/// happened.
package struct Model: Hashable, Sendable {
  /// How long a refresh takes: a few seconds, as fetching a feed does.
  package var refreshLength: ClosedRange<Duration> = .seconds(2)...(.seconds(8))
  /// Processor time of a second of any run.
  package var cpuShare = 0.4
  /// What a refresh asks for when it submits the next one.
  package var refreshDelay = Duration.minutes(15)
  /// The one piece of processing work of each day.
  package var pieceLength = Duration.minutes(5)
  /// When in the day it is handed in, from midnight: what is called its day goes from there to the
  /// same time of the next.
  package var dayBegins = Duration.zero
  /// How often it is saved; what was done since is lost with a cut.
  package var checkpointEvery = Duration.minutes(1)
  /// What it asks for as budget: its length and some time to begin and end.
  package var pieceBudget = Duration.minutes(6)
  /// From a warning to the end of a run that obeys.
  package var obeyDelay = Duration.milliseconds(100)

  package init() {}

  /// The processor time of an average refresh, seconds.
  package var refreshCPUSeconds: Double {
    (refreshLength.lowerBound + refreshLength.upperBound).seconds / 2 * cpuShare
  }

  /// What the scheduler goes by. A simulated device has as many apps as its trace.
  ///
  /// - Parameter refreshesPerDay: sets what the device may spend on refresh so that about so many
  ///   run a day; nil leaves it as it is.
  package func settings(refreshesPerDay: Int?) -> Settings {
    var settings = Settings()
    settings.appsPerUser = 100_000
    settings.requestsPerUser = 100_000
    if let refreshesPerDay, refreshesPerDay > 0 {
      settings.energy.secondsPerDay = Double(refreshesPerDay) * refreshCPUSeconds
      // So many in all, not only on battery.
      settings.energy.countsMains = true
    }
    return settings
  }
}
