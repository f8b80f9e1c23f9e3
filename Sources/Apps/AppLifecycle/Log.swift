import BackgroundTasks

/// The library's messages on standard error, which the daemon keeps with the output of the app.
enum Log {
  static func write(_ message: String) { OwnProcess.log(message, as: "AppLifecycle") }
}
