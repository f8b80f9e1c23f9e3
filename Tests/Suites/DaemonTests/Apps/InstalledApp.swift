import Control
import Foundation
import Testing
import Varlink

/// A daemon with a simulated clock, and the program `task-app`, or another, installed as an app with a chosen
/// behaviour.
final class InstalledApp {
  static let id = "com.example.feed"
  static let refresh = "com.example.feed.refresh"
  static let clean = "com.example.feed.clean"

  let directory: TemporaryDirectory
  let daemon: DaemonProcess
  let client: Client
  let program: String
  private var behaviour: String
  /// Additional variables in the environment of its processes.
  var added: [String: String] = [:]

  /// Prepares an app for a running daemon, without installing it.
  init(
    _ behaviour: String, in directory: TemporaryDirectory, _ daemon: DaemonProcess,
    program built: String = "task-app"
  ) throws {
    self.directory = directory
    self.daemon = daemon
    self.behaviour = behaviour
    program = "\(directory.path)/feed"
    if !FileManager.default.fileExists(atPath: program) {
      try FileManager.default.createSymbolicLink(
        atPath: program,
        withDestinationPath: DaemonProcess.products.appendingPathComponent(built).path)
    }
    client = try daemon.connect()
  }

  /// - Parameter policy: The text of the daemon's policy file; `nil` for none.
  convenience init(
    _ behaviour: String, policy: String? = nil, program: String = "task-app"
  ) throws {
    let directory = try TemporaryDirectory()
    var options: [String] = []
    if let policy {
      let file = "\(directory.path)/policy.yaml"
      try policy.write(toFile: file, atomically: true, encoding: .utf8)
      options = ["--config", file]
    }
    try self.init(behaviour, in: directory, DaemonProcess(directory, options), program: program)
    try plugIn()
    try install(behaviour)
  }

  /// Sets a state of the device in which every request can run.
  func plugIn() throws {
    try client.tell(
      SetDevice(values: ["power": "ac", "battery": "100", "network": "wifi", "thermal": "nominal"]))
  }

  /// Installs the app again, with another behaviour from its next launch on.
  func install(
    _ behaviour: String, identifiers: [String] = [refresh, clean], entitlements: [String] = [],
    modes: [String] = ["fetch", "processing"]
  ) throws {
    self.behaviour = behaviour
    try client.tell(
      InstallApp(
        id: Self.id, program: program, environment: environment, permittedIdentifiers: identifiers,
        backgroundModes: modes, entitlements: entitlements))
  }

  private var environment: [String: String] {
    ProcessInfo.processInfo.environment.filter { $0.key.hasSuffix("SAN_OPTIONS") }
      // The process must crash immediately, and not after a backtrace was printed.
      .merging(["BEHAVIOUR": behaviour, "SWIFT_BACKTRACE": "enable=no"]) { $1 }
      .merging(added) { $1 }
  }

  /// Queues a task that begins only when a test starts it.
  func submit(
    _ id: String = refresh, kind: String = "refresh", budget: Double = 20, grace: Double = 5
  ) throws {
    try client.tell(
      Submit(id: id, app: Self.id, kind: kind, earliest: "1h", budget: budget, grace: grace))
  }

  /// Queues a task and forces its start. Returns its run.
  func begin(
    _ id: String = refresh, kind: String = "refresh", budget: Double = 20, grace: Double = 5
  ) throws -> Int64 {
    try submit(id, kind: kind, budget: budget, grace: grace)
    return try start(id)
  }

  /// Forces the start of a queued task. Returns its run.
  func start(_ id: String) throws -> Int64 {
    try client.call(
      RunNow.fullName, RunNow(id: id, app: Self.id, mode: "forceReally"), as: RunNow.Reply.self
    ).run
  }

  /// Waits for the end of a run.
  func end(of run: Int64) throws -> RunInfo {
    try #require(
      try daemon.connect().call(Wait.fullName, Wait(run: run), as: Wait.Reply.self).run)
  }

  func info() throws -> AppInfo {
    try #require(
      try client.call(ListApps.fullName, ListApps(id: Self.id), as: ListApps.Reply.self).apps.first)
  }

  /// All runs of the app.
  func runs() throws -> [RunInfo] {
    try client.tell(Runs(app: Self.id, limit: 1000)).runs
  }

  /// Ends a process as its user does, and waits until the daemon has noticed that. Before then the daemon may deliver a
  /// task to it, which would be owed.
  func quit(_ process: UsersProcess) throws {
    _ = process.terminate()
    while try info().process != nil { pauseBeforeAskingAgain() }
  }

  /// Waits until tasks can be delivered to a process that the user has started.
  func waitForUsersProcess() throws {
    while true {
      if let process = try info().process, process.byUser, process.state == "active" { return }
      pauseBeforeAskingAgain()
    }
  }

  /// Waits until a task is delivered.
  func waitForDelivery(of run: Int64) throws {
    while try runs().first(where: { $0.run == run })?.state == "launching" {
      pauseBeforeAskingAgain()
    }
  }

  /// Makes the process complete the tasks that it holds, and all later tasks.
  func finishTasks() throws {
    kill(pid_t(try #require(try info().process?.pid)), SIGUSR1)
  }

  /// The processes of the app.
  var processes: [Int64] {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: "/proc")) ?? []
    return names.compactMap(Int64.init).filter { pid in
      guard
        let path = try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/\(pid)/exe"),
        path.hasSuffix("/task-app"),
        let environment = FileManager.default.contents(atPath: "/proc/\(pid)/environ")
      else { return false }
      return environment.range(of: Data("RUBATO_SOCKET=\(daemon.socket)\0".utf8)) != nil
    }
  }

  /// Whether a request of the app is queued.
  func isQueued(_ id: String = refresh) throws -> Bool {
    try client.call(List.fullName, List(app: Self.id), as: List.Reply.self).requests
      .contains { $0.id == id && $0.state == "waiting" }
  }

  /// Returns the output of the process of a run. Output may still be missing: the app reports the completion of its
  /// task on a path that may be faster.
  func output(of run: Int64) throws -> String {
    var text = ""
    try daemon.connect().more(Logs.fullName, Logs(run: run), as: Logs.Reply.self) { reply in
      text += reply.text
      return .goOn
    }
    return text
  }

  /// Waits until the process of a run has written `words`, a minute at most, and returns its output.
  func output(of run: Int64, until words: String) throws -> String {
    let end = ContinuousClock.now + .seconds(60)
    while true {
      let text = try output(of: run)
      if text.contains(words) { return text }
      try #require(.now < end, "a minute went by without '\(words)'; the output is: \(text)")
      // The clock of the daemon stands still; only the process continues.
      pauseBeforeAskingAgain()
    }
  }
}
