import AtomicFiles
import ChildProcesses
import Control
import Scheduling
import Terminal
import Verbs

#if canImport(Glibc)
  import Glibc
#endif

/// An app installed with a private daemon, and its user.
final class LivingApp {
  private let daemon: PrivateDaemon
  private let layout: AppLayout
  private let environment: [String: String]
  private let directory: String
  /// The process that its user has started; `nil` if there is none.
  private var process: ChildProgram?

  var id: String { layout.info.identifier }
  private var log: String { "\(daemon.directory)/app.log" }

  /// The longest time until a process has registered its handlers, in real time.
  private static let launchTimeout = Duration.seconds(10)
  /// The longest time until it ends, in real time.
  private static let grace = Duration.seconds(5)
  /// The seconds of the daemon's clock for which tasks can continue after the user has left the app.
  private static let longestTask = 600

  /// Installs the app with the daemon. `context` determines the environment and the directory of its processes.
  init(_ layout: AppLayout, _ context: SubmitContext, on daemon: PrivateDaemon) throws(Failure) {
    self.layout = layout
    self.daemon = daemon
    let command = try context.resolve([layout.executable])
    // Without a typed directory, that of the executable, as for an app that is installed with the machine's daemon.
    let parent = AtomicFile.parent(of: layout.executable)
    directory = context.directory == nil ? parent : command.directory
    // Its transfers are not among those of the same app that is installed with the machine's daemon.
    let ours = ["RUBATO_VIRTUAL_CLOCK": "1", "XDG_STATE_HOME": "\(daemon.directory)/home"]
    environment = command.environment.merging(ours) { $1 }
    _ = try daemon.session.call(
      InstallApp(
        id: layout.info.identifier, program: layout.executable, directory: directory,
        environment: environment, permittedIdentifiers: layout.info.permittedIdentifiers,
        backgroundModes: layout.info.backgroundModes, entitlements: layout.info.entitlements))
  }

  /// Opens the app as its user does: starts its process, or reports the opening to the running one. The daemon gives
  /// tasks to this process before it starts another.
  func open() throws(Failure) {
    if let process, process.pollStatus() == nil { return try report("opened") }
    var variables = environment
    variables["RUBATO_SOCKET"] = daemon.socket
    variables["RUBATO_APP"] = id
    let started = try ChildProgram(
      [layout.executable], environment: variables, output: log, directory: directory)
    process = started
    try waitForLaunch(of: started)
  }

  /// Waits until the daemon reports the process as active, or the process has ended with exit code 0. Throws an error
  /// if it ends otherwise, or if `launchTimeout` ends.
  private func waitForLaunch(of started: ChildProgram) throws(Failure) {
    let deadline = ContinuousClock.now + Self.launchTimeout
    while ContinuousClock.now < deadline {
      if try isActive(started) { return }
      if let status = started.pollStatus() { return try refuseFailedLaunch(status) }
      usleep(1000)
    }
    started.end(within: .zero)
    throw .refused(
      "the app was opened, and had not registered its handlers after \(Self.launchTimeout); its last line:"
        + " \(PrivateDaemon.lastLine(of: log))")
  }

  /// Returns whether the daemon reports the process as the app's active one.
  private func isActive(_ started: ChildProgram) throws(Failure) -> Bool {
    guard let reported = try info()?.process else { return false }
    return reported.pid == Int64(started.pid) && reported.state == "active"
  }

  /// Throws an error if a process has crashed or failed, since such an app cannot be simulated. A process that has
  /// submitted its requests and ended normally is also an app.
  ///
  /// - Parameter status: The status of its end.
  private func refuseFailedLaunch(_ status: WaitStatus) throws(Failure) {
    guard status.exitCode != 0 else { return }
    let how =
      status.signalNumber.map { "by signal \($0)" } ?? "with exit code \(status.shellCode)"
    throw .refused(
      "the app was opened, and ended \(how) before it had registered its handlers; its last line:"
        + " \(PrivateDaemon.lastLine(of: log))")
  }

  /// Closes the app for its user: reports that, lets its running tasks end, ends the process, and waits until the
  /// daemon has noticed its end. Does nothing if the user has not opened the app.
  func close() throws(Failure) {
    guard let closing = process else { return }
    process = nil
    let isRunning = closing.pollStatus() == nil
    if isRunning {
      try report("closed")
      // Each step lets the tasks continue for one second of the daemon's clock.
      for _ in 1...Self.longestTask {
        guard let reported = try info()?.process, reported.pid == Int64(closing.pid),
          !reported.runs.isEmpty
        else { break }
        _ = try daemon.session.call(AdvanceClock(by: 1), takesLong: true)
      }
    }
    closing.end(within: Self.grace)
    while try info()?.process?.pid == Int64(closing.pid) { usleep(1000) }
  }

  /// Closes the app, and reports to the daemon that its user has force-quit it.
  func forceQuit() throws(Failure) {
    try close()
    try report("forceQuit")
  }

  /// Reports an event of the app, such as `opened`, to the daemon.
  func report(_ event: String) throws(Failure) {
    _ = try daemon.session.call(ReportApp(id: id, event: event))
  }

  /// Returns the daemon's description of the app; `nil` if the app is not installed.
  func info() throws(Failure) -> AppInfo? {
    try daemon.session.call(ListApps(id: id)).apps.first
  }

  /// Returns its ended runs, at most the last thousand.
  func runs() throws(Failure) -> [RunInfo] {
    try daemon.session.call(Runs(app: id, limit: 1000)).runs.filter { $0.end != nil }
  }
}
