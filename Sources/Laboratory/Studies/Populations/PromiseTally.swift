import Simulation

/// The number of devices of a population on which a promise was kept, and the worst device. Tallies of shards add up to
/// the tally of the whole, in any order.
package struct PromiseTally: Hashable, Codable, Sendable {
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
  /// The worst device that breaks it; `nil` if none does.
  package private(set) var worst: Worst?

  init(_ promise: Promise) {
    text = promise.text
    promised = promise.sentence
    share = promise.share
  }

  package var isKept: Bool { Double(kept) >= share * Double(devices) - 1e-9 }

  /// The promise and its result.
  package var sentence: String {
    let result = "\(promised) in \(share.percent) of \(devices) devices, and is in \(kept)"
    return worst.map { "\(result); on device \($0.device) it is \($0.measured)" } ?? result
  }

  /// Adds the result of one device. If it breaks the promise by more than the worst device so far, it becomes the
  /// worst.
  mutating func add(_ device: PromiseResult.Case, _ metric: Metric) {
    devices += 1
    guard !device.isKept else {
      kept += 1
      return
    }
    keepWorse(
      Worst(
        device: device.seed, measured: device.measure.words(metric),
        distance: device.distance.isFinite ? device.distance : nil))
  }

  /// Adds the tally of other devices for the same promise, and keeps the worse of the two worst devices.
  static func += (left: inout PromiseTally, right: PromiseTally) {
    left.kept += right.kept
    left.devices += right.devices
    if let worst = right.worst { left.keepWorse(worst) }
  }

  /// Replaces the worst device by `device`, if `device` is worse.
  private mutating func keepWorse(_ device: Worst) {
    if let worst, !device.isWorse(than: worst) { return }
    worst = device
  }
}
