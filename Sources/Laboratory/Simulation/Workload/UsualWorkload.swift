import Scheduling

/// The work of a device of which only its apps are known: one refresh for each of them, and one piece
/// of processing work a day.
package struct UsualWorkload: Hashable, Sendable {
  /// How long a refresh takes: a few seconds, as fetching a feed does.
  package var refreshLength: ClosedRange<Duration> = .seconds(2)...(.seconds(8))
  /// Processor time of a second of any run.
  package var cpuShare = 0.4
  /// What a refresh asks for when it submits the next one.
  package var refreshDelay = Duration.minutes(15)
  /// The one piece of processing work of each day.
  package var pieceLength = Duration.minutes(5)
  /// When in the day it is submitted, from midnight: what is called its day goes from there to the
  /// same time of the next.
  package var dayBegins = Duration.zero
  /// How often it is saved; what was done since is lost with a cut.
  package var checkpointEvery = Duration.minutes(1)
  /// What it asks for as budget: its length and some time to begin and end.
  package var pieceBudget = Duration.minutes(6)

  package static let refreshID = "refresh"
  package static let pieceID = "nightly"

  package init() {}

  /// For a device with so many apps.
  package func workload(apps: Int) -> Workload {
    Workload(tasks: (0..<apps).map { refresh(of: $0) } + [piece])
  }

  private func refresh(of app: Int) -> ModelTask {
    var terms = TaskTerms(kind: .refresh)
    terms.earliest = refreshDelay
    var work = ModelWork(length: .uniform(refreshLength))
    work.cpuShare = cpuShare
    return ModelTask(
      app: app, id: Self.refreshID, terms: terms, arrival: .firstOpen, resubmits: refreshDelay,
      work: work)
  }

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
