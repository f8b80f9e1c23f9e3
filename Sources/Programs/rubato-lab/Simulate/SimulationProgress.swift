import Simulation
import Studies
import Terminal
import Verbs

/// The progress of a simulation of several worlds, on standard error.
final class SimulationProgress {
  /// A line for programs.
  private struct Line: Encodable {
    /// The device or the seed that was simulated, and the number of all; `nil` for the other kind. The first line has
    /// neither device nor seed.
    var device: UInt64?
    var devices: Int?
    var seed: UInt64?
    var seeds: Int?
    var done: Int
    var shard: String?
  }

  private let form: ProgressForm
  private let worlds: Subject.Worlds
  private let shard: Shard?
  private let count: Int
  private let bar: ProgressLine?

  /// - Parameters:
  ///   - worlds: The kind of number that identifies a world.
  ///   - shard: The simulated shard; `nil` if there is none.
  ///   - count: The number of worlds.
  init(_ form: ProgressForm, of worlds: Subject.Worlds, in shard: Shard?, count: Int) {
    self.form = form
    self.worlds = worlds
    self.shard = shard
    self.count = count
    bar = form == .bar ? ProgressLine() : nil
  }

  /// Shows the number of simulated worlds.
  ///
  /// - Parameter last: The device or the seed of the last of them; `nil` at the start.
  func show(done: Int, last: UInt64?) {
    bar?.show(Double(done) / Double(max(1, count)))
    guard form == .json else { return }
    var line = Line(done: done, shard: shard.map { "\($0.number)/\($0.of)" })
    switch worlds {
    case .device:
      line.device = last
      line.devices = count
    case .seed:
      line.seed = last
      line.seeds = count
    }
    Output.printError(JSONLayout.compact(line))
  }

  /// Removes the progress bar.
  func wipe() { bar?.wipe() }
}
