import Studies
import Terminal
import Verbs

/// The progress of a simulation of several worlds, on standard error.
final class SimulationProgress {
  /// A line for programs.
  private struct Line: Encodable {
    /// The device that was simulated; `nil` at the start.
    var device: Int?
    var devices: Int
    var done: Int
    var shard: String?
  }

  private let form: ProgressForm
  private let shard: Shard?
  private let count: Int
  private let bar: ProgressLine?

  /// - Parameters:
  ///   - shard: The simulated shard; `nil` if there is none.
  ///   - count: The number of worlds.
  init(_ form: ProgressForm, of shard: Shard?, count: Int) {
    self.form = form
    self.shard = shard
    self.count = count
    bar = form == .bar ? ProgressLine() : nil
  }

  /// Shows the number of simulated worlds.
  ///
  /// - Parameter device: The last of them; `nil` if none has been simulated yet.
  func show(done: Int, device: Int?) {
    bar?.show(Double(done) / Double(max(1, count)))
    guard form == .json else { return }
    let part = shard.map { "\($0.number)/\($0.of)" }
    let line = Line(device: device, devices: count, done: done, shard: part)
    Output.printError(JSONLayout.compact(line))
  }

  /// Removes the progress bar.
  func wipe() { bar?.wipe() }
}
