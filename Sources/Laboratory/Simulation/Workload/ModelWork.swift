import Scheduling

/// The behaviour of a task's runs. The scheduler knows nothing of it in advance.
///
/// A piece of work continues over runs that are cut off, and ends with a success; the next run begins a new one.
package struct ModelWork: Hashable, Sendable {
  /// Work in whole items, such as photos.
  package struct Items: Hashable, Sendable {
    package var count: Int
    /// The time for each item on Wi-Fi, Ethernet or an unknown network.
    package var each: Duration
    /// The time for each item on cellular; `nil` if it is the same.
    package var eachOnCellular: Duration?

    package init(count: Int, each: Duration, eachOnCellular: Duration? = nil) {
      self.count = count
      self.each = each
      self.eachOnCellular = eachOnCellular
    }
  }

  /// The work that a cut-off run saves for the next run of the same piece.
  package enum Checkpoint: Hashable, Sendable {
    /// Nothing: the next run starts again.
    case none
    /// The work up to the last multiple of this.
    case every(Duration)
    /// The finished items.
    case items
  }

  /// The reaction of a run to the warning that its time is over.
  package enum Answer: Hashable, Sendable {
    case stops(after: Duration)
    case ignores
  }

  /// The time from the launch to the beginning of the work, in every run; it is part of the budget.
  package var coldStart = Duration.zero
  /// The length of one piece, or of one try if a cut-off run saves nothing.
  package var length: LengthDistribution
  /// The items, instead of `length`; `nil` if the work has none.
  package var items: Items?
  /// The lengths of steps known to the scheduler, instead of both.
  package var steps: [Duration] = []
  package var checkpoint = Checkpoint.none
  package var answer = Answer.stops(after: .milliseconds(100))
  /// The share of otherwise successful runs that end with exit 1, 0 to 1.
  package var failureRate = 0.0
  /// The share of otherwise successful runs that end with exit 75 (try again later), 0 to 1. Its sum with `failureRate`
  /// is at most 1.
  package var retryRate = 0.0
  /// The share of runs that crash before their end, 0 to 1.
  package var crashRate = 0.0
  /// The processor time for each second of the run.
  package var cpuShare = 0.4
  /// The factor by which all of it takes longer: 1 on a usual device.
  package var slowness = 1.0
  /// The battery use of a run, percent an hour.
  package var drainPerHour = 0.0
  /// The heat of a run, degrees a minute.
  package var heatPerMinute = 0.0

  package init(length: LengthDistribution) {
    self.length = length
  }

  /// Whether a cut-off run saves nothing and its length is drawn again.
  var restartsPiece: Bool { checkpoint == .none && items == nil && steps.isEmpty }

  /// The length of a run that finishes a whole piece, with its cold start.
  package var usualLength: Duration {
    let lengthWithoutSteps = items.map { $0.each * $0.count } ?? length.middle
    let lengthOfPiece = steps.isEmpty ? lengthWithoutSteps : steps.reduce(.zero, +)
    return (lengthOfPiece + coldStart) * slowness
  }
}

/// The length of a piece of work.
package enum LengthDistribution: Hashable, Sendable {
  case fixed(Duration)
  /// Any length in between with equal probability, to the millisecond.
  case uniform(ClosedRange<Duration>)
  /// A length that is below and above the median equally often. About two of three are between the median divided by
  /// `spread` and the median times `spread`, a few far above.
  case skewed(median: Duration, spread: Double)

  /// The length in the middle: as many pieces are shorter as are longer.
  package var middle: Duration {
    switch self {
    case .fixed(let length): length
    case .uniform(let range): (range.lowerBound + range.upperBound) / 2
    case .skewed(let median, _): median
    }
  }

  /// Draws the length of one piece of work, to the millisecond unless it is fixed.
  func draw(_ generator: inout SeededGenerator) -> Duration {
    switch self {
    case .fixed(let length): return length
    case .uniform(let range): return generator.duration(in: range)
    case .skewed(let median, let spread):
      let factor = exp2(generator.normal() * log2(max(1, spread)))
      return .milliseconds(Int64(bounded: (median.seconds * 1000 * factor).rounded()))
    }
  }
}
