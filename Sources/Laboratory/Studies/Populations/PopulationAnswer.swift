import Simulation

/// The answer to a developer's question of a population: on which share of the devices a promise is kept, and which
/// devices break it.
package struct PopulationAnswer: Hashable, Encodable, Sendable {
  /// A device that breaks the promise.
  package struct Device: Hashable, Encodable, Sendable {
    package var device: UInt64
    /// The value as text for people.
    package var measured: String
    /// The words of the command that simulates this device.
    package var command: [String]
  }

  /// The promise as text: `news.refresh runs-per-day: at least 5`
  package var promise: String
  package var isKept: Bool
  package var kept: Int
  package var devices: Int
  /// The 95 % interval of the share of devices that keep it.
  package var interval: ShareInterval
  /// The traits that separate the devices that break it; `marked` devices break it.
  package var splits: [TraitSplit]
  /// The number of splits that were tried.
  package var triedSplits: Int
  /// The worst devices, the worst first.
  package var worst: [Device]
}

extension PopulationAnswer {
  /// Returns the options of `rubatoctl simulate` that choose one device of a population. A device of a trace is chosen
  /// as the shard that contains only this device.
  package static func options(
    of device: UInt64, among count: Int, isTrace: Bool
  ) -> [String] {
    isTrace
      ? ["--population", "\(count)", "--shard", "\(device)/\(count)"] : ["--device", "\(device)"]
  }
}

extension PopulationResult {
  /// The answer for each promise; empty for a shard or an incomplete population, which do not decide.
  package var answers: [PopulationAnswer] {
    guard shard == nil, done == nil else { return [] }
    return (result.promises ?? []).map { tally in
      let splits = TraitSplits(of: tally.brokenTraits, among: result.traits)
      return PopulationAnswer(
        promise: tally.text, isKept: tally.isKept, kept: tally.kept, devices: tally.devices,
        interval: ShareInterval(Int64(tally.kept), of: Int64(tally.devices)),
        splits: splits.found, triedSplits: splits.tried,
        worst: tally.worstDevices.map {
          PopulationAnswer.Device(
            device: $0.device, measured: $0.measured, command: command(for: $0.device))
        })
    }
  }

  /// Returns the words of the command that simulates one device.
  package func command(for device: UInt64) -> [String] {
    let words = terms.deviceCommand
    return words
      + PopulationAnswer.options(
        of: device, among: terms.population, isTrace: words.contains("--trace"))
  }
}
