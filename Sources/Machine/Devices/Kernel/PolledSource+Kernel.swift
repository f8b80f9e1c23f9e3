import Descriptors
import Scheduling

extension PolledSource {
  /// Makes the source of the machine's heat, which polls the thermal zones every 10 seconds while it is needed.
  static func heat(_ tree: KernelTree, loop: EventLoop) -> PolledSource {
    var reading = HeatReading()
    return PolledSource("thermal-zones", for: .heat, everySeconds: 10, loop: loop) {
      reading.updateStates(from: ThermalZone.all(in: tree)).map { [.thermal($0)] } ?? []
    }
  }

  /// Makes the source that reports whether a screen is lit, polled every 10 seconds while it is needed.
  static func screen(_ tree: KernelTree, loop: EventLoop) -> PolledSource {
    PolledSource("connectors", for: .screen, everySeconds: 10, loop: loop) {
      ScreenReading.isOn(tree).map { [.screen(isOn: $0)] } ?? []
    }
  }

  /// Makes the source of the free space on disks, polled every 60 seconds while it is needed.
  /// - Parameter directories: Directories whose file systems are checked; the worst one determines the value.
  static func storage(
    _ directories: [String], _ tree: KernelTree, loop: EventLoop
  ) -> PolledSource {
    var survey = StorageSurvey(directories: directories, tree: tree)
    return PolledSource("file-systems", for: .storage, everySeconds: 60, loop: loop) {
      survey.readWorstState().map { [.storage($0)] } ?? []
    }
  }
}
