import Scheduling

/// The work of a device whose apps are all that is known: a refresh for each of them, and one piece of processing work
/// a day.
package struct UsualWorkload: Hashable, Sendable {
  /// The length of a refresh: a few seconds, like fetching a feed.
  package var refreshLength: ClosedRange<Duration> = .seconds(2)...(.seconds(8))
  /// The processor time for each second of any run.
  package var cpuShare = 0.4
  /// The earliest time of the next refresh that a refresh submits.
  package var refreshDelay = Duration.minutes(15)
  /// The length of each day's piece of processing work.
  package var pieceLength = Duration.minutes(5)
  /// The time of its submission, from midnight: its day lasts from there to the same time of the next.
  package var dayBegins = Duration.zero
  /// The interval of its checkpoints; later work is lost if the run is cut off.
  package var checkpointEvery = Duration.minutes(1)
  /// The requested budget: its length and some time to begin and end.
  package var pieceBudget = Duration.minutes(6)

  package static let refreshID = "refresh"
  package static let pieceID = "nightly"

  package init() {}

  /// Returns the workload of a device with this many apps.
  package func workload(apps: Int) -> Workload {
    Workload(tasks: (0..<apps).map { refresh(of: $0) } + [piece])
  }

  /// Returns the refresh of one app. It is first submitted at the app's first open, and then by each of its own runs.
  private func refresh(of app: Int) -> ModelTask {
    var terms = TaskTerms(kind: .refresh)
    terms.earliest = refreshDelay
    var work = ModelWork(length: .uniform(refreshLength))
    work.cpuShare = cpuShare
    return ModelTask(
      app: app, id: Self.refreshID, terms: terms, arrival: .firstOpen, resubmits: refreshDelay,
      work: work)
  }

  /// The daily piece of processing work, which needs power and idleness and belongs to no app.
  private var piece: ModelTask {
    var terms = TaskTerms(kind: .processing)
    terms.asked.requires = [.power, .idle]
    terms.asked.budget = pieceBudget
    var work = ModelWork(length: .fixed(pieceLength))
    work.checkpoint = .every(checkpointEvery)
    work.cpuShare = cpuShare
    return ModelTask(
      id: Self.pieceID, terms: terms, arrival: .daily(after: dayBegins, fromStart: true),
      work: work)
  }
}
