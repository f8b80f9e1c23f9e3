import Scheduling
import Simulation

/// The number of devices of a population on which a promise was kept, the worst devices, and the traits of those that
/// break it. Tallies of shards add up to the tally of the whole, in any order.
package struct PromiseTally: Hashable, Codable, Sendable {
  /// The largest number of devices in `worstDevices`.
  private static let mostWorst = 5

  package struct Worst: Hashable, Codable, Sendable {
    /// The device's number.
    package var device: UInt64
    /// The value as text for people.
    package var measured: String
    /// The distance from the bound; `nil` if it is further than any.
    var distance: Double?

    /// Whether this device is further away from the bound than `other` or, at the same distance, has the smaller
    /// number.
    fileprivate func isWorse(than other: Worst) -> Bool {
      let (ownDistance, otherDistance) = (distance ?? .infinity, other.distance ?? .infinity)
      return ownDistance == otherDistance
        ? device < other.device : ownDistance > otherDistance
    }
  }

  /// The promise as text: `news.refresh runs-per-day: at least 5`
  package private(set) var text: String
  /// The promise as a sentence: `news.refresh: runs a day should be at least 5`
  package private(set) var promised: String
  /// The share of devices on which it must be kept, 0 to 1.
  package private(set) var share: Double
  package private(set) var kept = 0
  package private(set) var devices = 0
  /// The devices that break it, the worst first, at most five.
  package private(set) var worstDevices: [Worst] = []
  /// The values of each trait on the devices that break it, as `PopulationFigures.traits` has them for all devices.
  package private(set) var brokenTraits: [String: Distribution] = [:]

  init(_ promise: Promise) {
    text = promise.text
    promised = promise.sentence
    share = promise.share
  }

  /// The worst device that breaks it; `nil` if none does.
  package var worst: Worst? { worstDevices.first }

  /// Whether the promise is kept on its share of the devices.
  package var isKept: Bool { PromiseResult.isEnough(kept, of: devices, share: share) }

  /// The promise and its result.
  package var sentence: String {
    let result = "\(promised) in \(share.percent) of \(devices) devices, and is in \(kept)"
    return worst.map { "\(result); on device \($0.device) it is \($0.measured)" } ?? result
  }

  /// Adds the result of one device.
  ///
  /// - Parameters:
  ///   - traits: The traits of the device.
  ///   - known: The traits that are recorded.
  mutating func add(
    _ result: PromiseResult.Case, _ metric: Metric, _ traits: DeviceTraits,
    of known: [DeviceTrait]
  ) {
    devices += 1
    guard !result.isKept else {
      kept += 1
      return
    }
    brokenTraits.add(traits, of: known)
    // JSON has no number for an infinite distance.
    let distance = result.distance.isFinite ? result.distance : nil
    // For a device of a population, the seed of the result is the device's number.
    keepWorst([
      Worst(device: result.seed, measured: result.measure.words(metric), distance: distance)
    ])
  }

  /// Adds the tally of other devices for the same promise, and keeps the worst of all devices.
  static func += (left: inout PromiseTally, right: PromiseTally) {
    left.kept += right.kept
    left.devices += right.devices
    left.brokenTraits += right.brokenTraits
    left.keepWorst(right.worstDevices)
  }

  /// Inserts devices into the list of the worst, which stays sorted and short.
  private mutating func keepWorst(_ devices: [Worst]) {
    let sorted = (worstDevices + devices).sorted { $0.isWorse(than: $1) }
    worstDevices = Array(sorted.prefix(Self.mostWorst))
  }
}
