import Scheduling
import Simulation

/// The figures of many devices: the sum of all, and their differences.
package struct PopulationFigures: Hashable, Codable, Sendable {
  package private(set) var figures = Figures()
  /// The values of each measure on the devices, in thousandths.
  package private(set) var spread: [String: Distribution] = [:]
  /// Some devices of each class of `spread`; `nil` if their numbers are unknown.
  package private(set) var devices: [String: DeviceSample]?

  /// The values of each trait on the devices, in thousandths above its minimum.
  package private(set) var traits: [String: Distribution] = [:]

  /// The results of the checked promises; `nil` if none were checked.
  package private(set) var promises: [PromiseTally]?

  package init() {}

  /// Adds the figures of one simulated device to the sum, and its value of each measure to the spread, if it has one.
  ///
  /// - Parameter number: The number of the device in its population, from 1; `nil` if it is unknown.
  package mutating func addFigures(_ device: Figures, number: UInt64? = nil) {
    figures += device
    for measure in Measure.allCases {
      guard let value = measure.value(of: device) else { continue }
      let thousandths = Int64(bounded: (value * 1000).rounded())
      spread[measure.rawValue, default: Distribution()].add(thousandths)
      guard let number else { continue }
      devices = devices ?? [:]
      devices?[measure.rawValue, default: DeviceSample()].add(number, value: thousandths)
    }
  }

  /// Adds one device's value of each trait to the distribution of that trait.
  ///
  /// - Parameter known: The traits that are recorded.
  package mutating func addTraits(_ device: DeviceTraits, known: [DeviceTrait]) {
    traits.add(device, of: known)
  }

  /// Checks each promise on one simulated device and adds the result to the tally of that promise.
  ///
  /// - Parameters:
  ///   - device: The log of the device.
  ///   - number: The number of the device in its population, from 1.
  ///   - traits: The traits of the device.
  ///   - known: The traits that are recorded.
  mutating func addPromiseResults(
    of device: Observation, number: UInt64, _ promises: [Promise],
    _ traits: DeviceTraits = .neutral, known: [DeviceTrait] = []
  ) {
    guard !promises.isEmpty else { return }
    var tallies = self.promises ?? promises.map { PromiseTally($0) }
    for (index, promise) in promises.enumerated() {
      let result = device.result(of: promise, seed: number)
      tallies[index].add(result, promise.metric, traits, of: known)
    }
    self.promises = tallies
  }

  /// Adds the figures of other devices. If promises were checked on both sides, they must be the same promises in the
  /// same order.
  package static func += (left: inout PopulationFigures, right: PopulationFigures) {
    left.figures += right.figures
    for (measure, values) in right.spread {
      left.spread[measure, default: Distribution()] += values
    }
    // If neither side has numbers, `devices` remains `nil`.
    for (measure, sample) in right.devices ?? [:] {
      left.devices = left.devices ?? [:]
      left.devices?[measure, default: DeviceSample()] += sample
    }
    left.traits += right.traits
    guard let tallies = left.promises, let others = right.promises else {
      left.promises = left.promises ?? right.promises
      return
    }
    left.promises = zip(tallies, others).map { tally, other in
      var sum = tally
      sum += other
      return sum
    }
  }

  /// Returns the value that this many thousandths of the devices do not exceed; `nil` if no device has a value.
  package func quantile(of measure: Measure, permille: Int64) -> Double? {
    spread[measure.rawValue]?.quantile(permille: permille).map { Double($0) / 1000 }
  }

  /// Returns the value of a trait that this many thousandths of the devices do not exceed; `nil` if the trait was not
  /// recorded.
  package func quantile(of trait: DeviceTrait, permille: Int64) -> Double? {
    traits[trait.rawValue]?.quantile(permille: permille).map {
      Double($0) / 1000 + trait.range.lowerBound
    }
  }

  /// Returns the mean of a trait over all devices; `nil` if the trait was not recorded.
  package func mean(of trait: DeviceTrait) -> Double? {
    guard let values = traits[trait.rawValue], values.count > 0 else { return nil }
    return Double(values.sum) / Double(values.count) / 1000 + trait.range.lowerBound
  }
}
