import Descriptors
import Scheduling

extension PolledSource {
  /// How hot the machine is.
  static func heat(_ tree: KernelTree, loop: EventLoop) -> PolledSource {
    var reading = HeatReading()
    return PolledSource("thermal-zones", for: .heat, everySeconds: 10, loop: loop) {
      reading.observe(ThermalZone.all(in: tree)).map { [.thermal($0)] } ?? []
    }
  }

  /// Whether a screen is lit.
  static func screen(_ tree: KernelTree, loop: EventLoop) -> PolledSource {
    PolledSource("connectors", for: .screen, everySeconds: 10, loop: loop) {
      ScreenReading.isOn(tree).map { [.screen(isOn: $0)] } ?? []
    }
  }

  /// How much room is left.
  /// - Parameter places: directories whose file systems count; the worst does.
  static func storage(
    _ places: [String], _ tree: KernelTree, loop: EventLoop
  ) -> PolledSource {
    var reading = StorageSurvey(places: places, tree: tree)
    return PolledSource("file-systems", for: .storage, everySeconds: 60, loop: loop) {
      reading.observe().map { [.storage($0)] } ?? []
    }
  }
}
