/// On how many devices of a population a promise was kept, and where it was least so. Tallies of shards
/// add up to that of the whole, in any order.
package struct PromiseTally: Hashable, Codable, Sendable {
  package struct Worst: Hashable, Codable, Sendable {
    /// Its number.
    package var device: UInt64
    /// As people read it.
    package var measured: String
    /// How far it is from what was promised; nil is further than any.
    var distance: Double?

    /// The further one, or of two that are as far the first device.
    fileprivate func isWorse(than other: Worst) -> Bool {
      let (own, others) = (distance ?? .infinity, other.distance ?? .infinity)
      return own == others ? device < other.device : own > others
    }
  }

  /// `news.refresh runs-per-day: at least 5`
  package private(set) var text: String
  /// `news.refresh: runs a day should be at least 5`
  package private(set) var promised: String
  /// Of all devices, on how many it must be so, 0 to 1.
  package private(set) var share: Double
  package private(set) var kept = 0
  package private(set) var devices = 0
  /// Of those that break it.
  package private(set) var worst: Worst?

  init(_ promise: Promise) {
    text = promise.text
    promised = promise.sentence
    share = promise.share
  }

  package var isKept: Bool { Double(kept) >= share * Double(devices) - 1e-9 }

  /// What was promised, and what came of it.
  package var sentence: String {
    let so = "\(promised) in \(share.percent) of \(devices) devices, and is so in \(kept)"
    return worst.map { "\(so); on device \($0.device) it is \($0.measured)" } ?? so
  }

  mutating func add(_ device: PromiseResult.Case, _ metric: Metric) {
    devices += 1
    guard !device.isKept else {
      kept += 1
      return
    }
    take(
      Worst(
        device: device.seed, measured: device.measure.words(metric),
        distance: device.distance.isFinite ? device.distance : nil))
  }

  static func += (left: inout PromiseTally, right: PromiseTally) {
    left.kept += right.kept
    left.devices += right.devices
    if let worst = right.worst { left.take(worst) }
  }

  private mutating func take(_ device: Worst) {
    if let worst, !device.isWorse(than: worst) { return }
    worst = device
  }
}
