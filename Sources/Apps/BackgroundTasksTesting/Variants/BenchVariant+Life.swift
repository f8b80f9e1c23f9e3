import Scheduling
import Simulation

extension BenchVariant {
  /// Computes a chapter of the life of the device and its user, which is four weeks long.
  ///
  /// - Parameters:
  ///   - number: The number of the chapter, from 0.
  ///   - battery: The battery level in percent; `nil` for the level of the start.
  func chapter(_ number: UInt64, battery: Int?) -> DeviceLife.Chapter {
    var scenario = user.scenario(chapter: number)
    device.apply(to: &scenario.device)
    if let battery { scenario.device.battery?.level = battery }
    let simulatedLife = scenario.life(seed: seed &+ number)
    var chapter = DeviceLife.Chapter(number: number)
    // The last step is first, so that steps can be removed from the end as time passes.
    chapter.steps = simulatedLife.timeline.steps.filter(\.concernsTestedApp).reversed()
    chapter.physics = simulatedLife.physics
    chapter.ends = simulatedLife.timeline.ends
    return chapter
  }
}

extension TimelineStep {
  /// Whether it is a step of the device, or of the first app, which stands for the tested one.
  fileprivate var concernsTestedApp: Bool {
    switch happening {
    case .device, .zone, .sleep, .gap: true
    case .opened(let app), .closed(let app), .forceQuit(let app), .refreshSwitched(let app, _):
      app == 0
    }
  }
}
