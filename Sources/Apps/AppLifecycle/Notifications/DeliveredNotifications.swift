import BackgroundTasks
import Foundation

/// The app's visible notifications, which `rubato-notify`, the service of the session, shows.
enum DeliveredNotifications {
  private static let places = ["/usr/libexec/rubato-notify", "/usr/local/libexec/rubato-notify"]

  /// Removes the visible notifications with these identifiers, or all if `identifiers` is empty: runs `rubato-notify`
  /// and waits for its end. A failure is logged.
  static func remove(_ identifiers: [String]) {
    let fromEnvironment = ProcessInfo.processInfo.environment["RUBATO_NOTIFY"].map { [$0] } ?? []
    guard
      let program = (fromEnvironment + places).first(
        where: FileManager.default.isExecutableFile(atPath:))
    else {
      return Log.write(
        "\(places[0]) not found; install the package rubato, or set RUBATO_NOTIFY to its path")
    }
    do {
      let app = try OwnProcess.current.app()
      let process = Process()
      process.executableURL = URL(filePath: program)
      process.arguments = ["--remove", app] + identifiers
      try process.run()
      process.waitUntilExit()
    } catch {
      Log.write("the shown notification was not removed: \(error.localizedDescription)")
    }
  }
}
