import Scheduling
import Simulation

/// A promise with two deciders, or two versions of an app, in the same worlds.
package struct PairedPromise: Hashable, Sendable {
  /// The number of worlds.
  package let worlds: Int
  /// The numbers of the worlds in which only the other one, not the first, keeps the promise.
  package let gained: [UInt64]
  /// The numbers of the worlds in which only the first keeps it.
  package let lost: [UInt64]
  /// The difference of the measured value, if it is a number in both; `nil` if there is none.
  package let measured: PairedDifference?

  /// - Parameters:
  ///   - first: The results of the first decider, one for each world.
  ///   - other: The results of the other one in the same worlds.
  init(_ first: [PromiseResult.Case], _ other: [PromiseResult.Case]) {
    worlds = first.count
    let pairs = zip(first, other).map { (first: $0, other: $1) }
    gained = pairs.filter { !$0.first.isKept && $0.other.isKept }.map { $0.other.seed }
    lost = pairs.filter { $0.first.isKept && !$0.other.isKept }.map { $0.other.seed }
    measured = PairedDifference(
      pairs.compactMap { pair in
        guard case .number(let firstNumber?) = pair.first.measure,
          case .number(let otherNumber?) = pair.other.measure
        else { return nil }
        return otherNumber - firstNumber
      })
  }

  /// The difference of the shares of worlds that keep the promise, -1 to 1; 0 without worlds.
  package var difference: Double {
    worlds > 0 ? Double(gained.count - lost.count) / Double(worlds) : 0
  }

  /// The 95 % interval of the difference: the adjusted interval of Bonett and Price (2012) for paired shares, which
  /// adds one world to each side.
  package var interval: ClosedRange<Double> {
    let count = Double(worlds + 2)
    let gainedShare = Double(gained.count + 1) / count
    let lostShare = Double(lost.count + 1) / count
    let difference = gainedShare - lostShare
    let variance = max(0, gainedShare + lostShare - difference * difference) / count
    let halfWidth = ShareInterval.normalQuantile * variance.squareRoot()
    return max(-1, difference - halfWidth)...min(1, difference + halfWidth)
  }

  /// Whether the interval excludes 0.
  package var isClear: Bool { !interval.contains(0) }
}
