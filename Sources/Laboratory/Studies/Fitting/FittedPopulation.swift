import Scheduling
import Simulation

/// The reason why a population cannot be fitted to traces.
package struct FitError: Error, Hashable, CustomStringConvertible, Sendable {
  package var description: String
}

/// A population that was fitted to recorded devices: the habits of a middle device, and the distributions of the traits
/// in which the devices differ from it.
package struct FittedPopulation: Sendable {
  /// The shortest trace, in days without gaps. Every weekday occurs once.
  package static let shortest = 7.0

  /// The names of the traces.
  package let names: [String]
  /// The recorded days without gaps of all devices.
  package let days: Double
  package let base: FittedBase
  /// The traits that the traces show.
  package let fits: [TraitFit]

  /// The traits that the traces do not show on enough devices.
  package var unseen: [DeviceTrait] {
    DeviceTrait.allCases.filter { trait in !fits.contains { $0.trait == trait } }
  }

  /// Fits a population to the lives of at least three devices. Throws an error if there are fewer, or if one is too
  /// short or is named twice.
  package init(_ traces: [(name: String, timeline: Timeline)]) throws(FitError) {
    guard traces.count >= TraitFit.fewest else {
      throw FitError(
        description: "\(traces.count) of at least \(TraitFit.fewest) traces: the differences of"
          + " devices need several devices; name more traces")
    }
    var seenNames: Set<String> = []
    if let twice = traces.first(where: { !seenNames.insert($0.name).inserted }) {
      throw FitError(description: "\(twice.name) is named twice; name each trace once")
    }
    names = traces.map(\.name)
    var habits: [SeenHabits] = []
    for trace in traces { habits.append(try Self.habits(trace.timeline, named: trace.name)) }
    days = habits.reduce(0) { $0 + $1.days }
    base = FittedBase(habits)
    fits = base.fits(habits)
  }

  /// Returns the habits of one device. Throws an error if its trace is too short.
  private static func habits(
    _ timeline: Timeline, named name: String
  ) throws(FitError) -> SeenHabits {
    let habits = SeenHabits(SeenDevice(timeline))
    guard habits.days >= shortest else {
      let roundedDays = (habits.days * 10).rounded() / 10
      throw FitError(
        description: "\(name) has \(roundedDays) days without gaps; use"
          + " traces of at least \(Int(shortest)) days, or omit it")
    }
    guard habits.isAny else {
      throw FitError(
        description: "\(name) has neither opens, nor uses, nor charges of an hour on five whole"
          + " days from Monday to Friday; use a longer trace, or omit it")
    }
    return habits
  }
}
