import Scheduling

/// How one way of starting the day's work came out over some days.
package struct ProcessingFigures: Hashable, Encodable, Sendable {
  /// Days with a fit window on which the work was done.
  package var doneOnFitDays: Int
  package var doneShare: Share
  /// Done on a day that had no fit window.
  package var doneOnOtherDays: Int
  package var runs: Int
  /// Runs that ended before the work was done.
  package var cutOffs: Int
  package var savedSeconds: Double
  package var lostSeconds: Double
  /// What was lost since the last checkpoint, as a share of the work that was saved.
  package var lostShare: Share
  /// Runs that started on power that came and went within two minutes.
  package var flapStarts: Int
  /// Runs that were cut off by a loss of power of under two minutes.
  package var flapStops: Int

  init(_ runs: [PieceRun], fitDays: Set<Int>, power: [Range<WallTime>]) {
    let done = Set(runs.filter(\.isDone).map(\.day))
    let flaps = Flaps(power)
    doneOnFitDays = done.intersection(fitDays).count
    doneShare = Share(doneOnFitDays, of: fitDays.count)
    doneOnOtherDays = done.subtracting(fitDays).count
    self.runs = runs.count
    cutOffs = runs.count { !$0.isDone }
    savedSeconds = runs.map(\.saved.seconds).reduce(0, +)
    lostSeconds = (runs.map(\.lost.seconds).reduce(0, +) * 10).rounded() / 10
    lostShare = Share(lostSeconds, of: savedSeconds)
    flapStarts = runs.count { flaps.contains(start: $0.started) }
    flapStops = runs.count { !$0.isDone && flaps.contains(stop: $0.ended) }
  }
}

/// Power that comes or goes for less than two minutes: on some days a plug does so 17 to 50 times,
/// with a median of 1.4 minutes.
private struct Flaps {
  private static let longest = Duration.minutes(2)
  /// A loss is believed, and the run it stops gone, within this time.
  private static let slowness = Duration.seconds(15)

  private var present: [Range<WallTime>]
  private var absent: [Range<WallTime>]

  init(_ power: [Range<WallTime>]) {
    present = power.filter { $0.upperBound - $0.lowerBound < Self.longest }
    absent = zip(power, power.dropFirst()).map { $0.upperBound..<$1.lowerBound }
      .filter { $0.upperBound - $0.lowerBound < Self.longest }
  }

  func contains(start: WallTime) -> Bool {
    present.contains { $0.contains(start) }
  }

  func contains(stop: WallTime) -> Bool {
    absent.contains { ($0.lowerBound...($0.lowerBound + Self.slowness)).contains(stop) }
  }
}
