import BackgroundTasks
import Foundation

/// What is shown of this app, which `rubato-notify` knows: the service of the session that shows it.
enum DeliveredNotifications {
  private static let places = ["/usr/libexec/rubato-notify", "/usr/local/libexec/rubato-notify"]

  /// Takes back what is shown: of these identifiers, or all where there are none.
  static func remove(_ identifiers: [String]) {
    let named = ProcessInfo.processInfo.environment["RUBATO_NOTIFY"].map { [$0] } ?? []
    guard
      let program = (named + places).first(where: FileManager.default.isExecutableFile(atPath:))
    else {
      return Log.write(
        "\(places[0]) not found; install the package rubato, or set RUBATO_NOTIFY to its path")
    }
    do {
      let process = Process()
      process.executableURL = URL(filePath: program)
      process.arguments = ["--remove", try OwnProcess.current.app()] + identifiers
      try process.run()
      process.waitUntilExit()
    } catch {
      Log.write("what is shown was not taken back: \(error.localizedDescription)")
    }
  }
}
