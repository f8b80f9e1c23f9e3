import BackgroundTasks
import Foundation

extension AppBundle {
  /// Reads the Info.plist of the program that this process runs.
  static func ofThisProcess() -> AppBundle {
    let path = (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")) ?? ""
    return AppBundle(executable: path, main: Bundle.main.infoDictionary)
  }
}
