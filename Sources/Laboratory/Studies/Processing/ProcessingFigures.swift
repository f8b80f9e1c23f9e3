import Scheduling
import Simulation

/// The results of one decider for the daily work over some days.
package struct ProcessingFigures: Hashable, Encodable, Sendable {
  /// Days with a fit window on which the work was done.
  package var doneOnFitDays: Int
  package var doneShare: Share
  /// Other days on which the work was done.
  package var doneOnOtherDays: Int
  package var runs: Int
  /// Runs that ended before the work was done.
  package var cutOffs: Int
  package var savedSeconds: Double
  package var lostSeconds: Double
  /// The work lost since the last checkpoint, as a share of the saved work.
  package var lostShare: Share
  /// Runs that started in an interval of power shorter than two minutes.
  package var flapStarts: Int
  /// Runs that were cut off by a loss of power of under two minutes.
  package var flapStops: Int

  /// Computes the days with completed work, the lost work, and the runs that short changes of power started or stopped.
  ///
  /// - Parameters:
  ///   - runs: The runs of one decider.
  ///   - fitDays: The days on which the work could be done, counted from 1970.
  ///   - power: The intervals with power, in order.
  init(_ runs: [PieceRun], fitDays: Set<Int>, power: [Range<WallTime>]) {
    let daysDone = Set(runs.filter(\.isDone).map(\.day))
    let flaps = Flaps(power)
    doneOnFitDays = daysDone.intersection(fitDays).count
    doneShare = Share(doneOnFitDays, of: fitDays.count)
    doneOnOtherDays = daysDone.subtracting(fitDays).count
    self.runs = runs.count
    cutOffs = runs.count { !$0.isDone }
    savedSeconds = runs.map(\.saved.seconds).reduce(0, +)
    // To a tenth of a second.
    lostSeconds = (runs.map(\.lost.seconds).reduce(0, +) * 10).rounded() / 10
    lostShare = Share(lostSeconds, of: savedSeconds)
    // A plug can flap: power comes or goes for less than two minutes.
    flapStarts = runs.count { flaps.haveShortPower(at: $0.started) }
    flapStops = runs.count { !$0.isDone && flaps.explainStop(at: $0.ended) }
  }
}

/// Intervals of less than two minutes with or without power: on some days a plug has 17 to 50 of them, with a median of
/// 1.4 minutes.
private struct Flaps {
  private static let longest = Duration.minutes(2)
  /// The time within which a loss is detected and the stopped run has ended.
  private static let longestStop = Duration.seconds(15)

  private var shortPower: [Range<WallTime>]
  private var shortLosses: [Range<WallTime>]

  /// Finds the short intervals with power, and the short times between two of them.
  ///
  /// - Parameter power: The intervals with power, in order.
  init(_ power: [Range<WallTime>]) {
    shortPower = power.filter { $0.upperBound - $0.lowerBound < Self.longest }
    shortLosses = zip(power, power.dropFirst()).map { $0.upperBound..<$1.lowerBound }
      .filter { $0.upperBound - $0.lowerBound < Self.longest }
  }

  /// Whether the moment `start` of a run is in an interval of power shorter than two minutes.
  func haveShortPower(at start: WallTime) -> Bool {
    shortPower.contains { $0.contains(start) }
  }

  /// Whether the moment `stop`, at which a run was cut off, follows from a loss of power shorter than two minutes.
  func explainStop(at stop: WallTime) -> Bool {
    shortLosses.contains { loss in
      loss.lowerBound <= stop && stop <= loss.lowerBound + Self.longestStop
    }
  }
}
