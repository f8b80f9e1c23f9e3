import BackgroundTasks

/// What the library has to say, on standard error: the daemon keeps it with the output of the app.
enum Log {
  static func write(_ message: String) { OwnProcess.log(message, as: "BackgroundTransfers") }
}
