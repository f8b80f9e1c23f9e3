import Scheduling
import Simulation

/// What a device and its user do by a scenario, where chance has decided what that leaves open.
struct DrawnLife: Sendable {
  let range: Range<WallTime>
  /// In the order of time; of the apps in it there is the one that is tested.
  let steps: [TimelineStep]
  /// What of the device follows from its use.
  let body: DevicePhysics?

  /// - Parameters:
  ///   - app: The name of the app whose opens are those of the app that is tested; nil for the first.
  ///   - seed: Nil for that of the scenario.
  /// - Throws: `BenchError` where there is no such app, or the device does what a bench cannot.
  init(_ scenario: Scenario, app: String?, seed: UInt64?) throws {
    let life = scenario.life(seed: seed ?? scenario.seed)
    let names = life.timeline.apps
    guard let index = app.map({ names.firstIndex(of: $0) }) ?? names.indices.first else {
      throw BenchError(
        "scenario '\(scenario.name)' has no app \(app.map { "'\($0)'" } ?? "at all"); "
          + (names.isEmpty
            ? "give it one that is opened" : "it has \(names.joined(separator: ", "))"))
    }
    range = life.timeline.starts..<life.timeline.ends
    body = life.body
    steps = try life.timeline.steps.filter { step in
      switch step.happening {
      case .device, .zone: return true
      case .opened(let number), .closed(let number), .forceQuit(let number),
        .refreshSwitched(let number, _):
        return number == index
      case .sleep, .gap:
        throw BenchError(
          "in scenario '\(scenario.name)' the device sleeps, which a phone on a bench does not; take that out of it, or"
            + " use `rubatoctl simulate`")
      }
    }
  }
}
