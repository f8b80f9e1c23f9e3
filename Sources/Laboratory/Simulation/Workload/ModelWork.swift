import Scheduling

/// How the runs of a task behave. None of it is known to the scheduler before it has happened.
///
/// A piece of work goes on over runs that are cut off, and ends with a success; the next run begins a
/// new one.
package struct ModelWork: Hashable, Sendable {
  /// Work in whole items, such as photos.
  package struct Items: Hashable, Sendable {
    package var count: Int
    /// For each item, on Wi-Fi, Ethernet or an unknown network.
    package var each: Duration
    /// For each item on cellular; nil is the same.
    package var eachOnCellular: Duration?

    package init(count: Int, each: Duration, eachOnCellular: Duration? = nil) {
      self.count = count
      self.each = each
      self.eachOnCellular = eachOnCellular
    }
  }

  /// What a run that is cut off leaves for the next run of the same piece.
  package enum Checkpoint: Hashable, Sendable {
    /// Nothing: the next begins anew.
    case none
    /// What was done up to the last multiple of this.
    case every(Duration)
    /// All items that were finished.
    case items
  }

  /// What a run does when it is told that its time is over.
  package enum Answer: Hashable, Sendable {
    case stops(after: Duration)
    case ignores
  }

  /// From the launch to the beginning of the work, in every run; it eats the budget.
  package var coldStart = Duration.zero
  /// Of one piece; of one try where nothing of a run that is cut off is kept.
  package var length: LengthDistribution
  /// Instead of `length`.
  package var items: Items?
  /// Instead of both: work in steps of so long each, which the scheduler knows of.
  package var steps: [Duration] = []
  package var checkpoint = Checkpoint.none
  package var answer = Answer.stops(after: .milliseconds(100))
  /// The share of runs that would have ended with a success and end with exit 1 instead, 0 to 1.
  package var failureRate = 0.0
  /// The share of runs that crash somewhere on their way, 0 to 1.
  package var crashRate = 0.0
  /// Processor time of a second of the run.
  package var cpuShare = 0.4
  /// How many times longer all of it takes than is written here: 1 on a usual device.
  package var slowness = 1.0
  /// What a run takes of the battery, percent an hour.
  package var drainPerHour = 0.0
  /// What a run adds to the heat of the device, degrees a minute.
  package var heatPerMinute = 0.0

  package init(length: LengthDistribution) {
    self.length = length
  }

  /// Nothing of a run that is cut off is kept, and its length is drawn anew.
  var beginsAnew: Bool { checkpoint == .none && items == nil && steps.isEmpty }

  /// Of a run in which nothing goes wrong.
  package var usualLength: Duration {
    let whole = items.map { $0.each * $0.count } ?? length.middle
    return ((steps.isEmpty ? whole : steps.reduce(.zero, +)) + coldStart) * slowness
  }
}

/// How long a piece of work takes.
package enum LengthDistribution: Hashable, Sendable {
  case fixed(Duration)
  /// Anything between, each as likely, to the millisecond.
  case uniform(ClosedRange<Duration>)
  /// As often below the median as above; about two of three lie between the median divided by
  /// `spread` and the median times `spread`, a few far above.
  case skewed(median: Duration, spread: Double)

  package var middle: Duration {
    switch self {
    case .fixed(let length): length
    case .uniform(let range): (range.lowerBound + range.upperBound) / 2
    case .skewed(let median, _): median
    }
  }

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
