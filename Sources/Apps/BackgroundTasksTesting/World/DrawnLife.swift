import Scheduling
import Simulation

/// The events of a device and its user in a scenario, with the random choices made.
struct DrawnLife: Sendable {
  let range: Range<WallTime>
  /// The steps, by time; only those of the tested app are included.
  let steps: [TimelineStep]
  /// The values that follow from the device's use; `nil` if there are none.
  let physics: DevicePhysics?

  /// Draws the life of the device from a scenario, with the steps of the device and of one app's user.
  ///
  /// - Parameters:
  ///   - app: The name of the app whose opens are used for the tested app; `nil` for the first.
  ///   - seed: The seed; `nil` for the seed of the scenario.
  /// - Throws: `BenchError` if the app does not exist, or a device event is not supported on a bench.
  init(_ scenario: Scenario, app: String?, seed: UInt64?) throws {
    let life = scenario.life(seed: seed ?? scenario.seed)
    let names = life.timeline.apps
    let testedApp: Int? = if let app { names.firstIndex(of: app) } else { names.indices.first }
    guard let testedApp else {
      throw BenchError(
        "scenario '\(scenario.name)' has no app \(app.map { "'\($0)'" } ?? "at all"); "
          + (names.isEmpty
            ? "add an app that is opened" : "it has \(names.joined(separator: ", "))"))
    }
    range = life.timeline.starts..<life.timeline.ends
    physics = life.physics
    steps = try life.timeline.steps.filter { step in
      switch step.happening {
      case .device, .zone: return true
      case .opened(let number), .closed(let number), .forceQuit(let number),
        .refreshSwitched(let number, _):
        return number == testedApp
      case .sleep, .gap:
        throw BenchError(
          "in scenario '\(scenario.name)' the device sleeps, which a bench does not support; remove the sleep, or"
            + " use `rubatoctl simulate`")
      }
    }
  }
}
