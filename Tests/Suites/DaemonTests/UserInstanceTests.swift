import Control
import Foundation
import Testing
import Varlink

/// `rubatod --user`: everything in one user's directories.
struct UserInstanceTests {
  private let directory: TemporaryDirectory
  private let systemd: NotifySocket

  init() throws {
    directory = try TemporaryDirectory()
    systemd = try NotifySocket(directory)
    for name in ["home/.config/rubato/tasks.d", "run"] {
      try FileManager.default.createDirectory(
        atPath: "\(directory.path)/\(name)", withIntermediateDirectories: true,
        attributes: [.posixPermissions: 0o700])
    }
  }

  private func start(
    _ more: [String: String] = [:], launcher: [String] = ["--launcher", "direct"]
  ) throws -> DaemonProcess {
    let environment = [
      "HOME": "\(directory.path)/home", "XDG_RUNTIME_DIR": "\(directory.path)/run",
      "XDG_CONFIG_HOME": "", "XDG_STATE_HOME": "", "XDG_DATA_HOME": "",
      // As systemd before version 254 sets it for a user's unit.
      "STATE_DIRECTORY": "\(directory.path)/home/.config/rubato", "NOTIFY_SOCKET": systemd.path,
    ]
    return try DaemonProcess(
      directory, program: "rubatod", arguments: ["--user", "--sources", "none"] + launcher,
      environment: environment.merging(more) { $1 })
  }

  private func client() throws -> Client {
    try Client(
      connectingTo: "\(directory.path)/run/rubato/io.rubato.Scheduler", timeout: .seconds(60))
  }

  @Test func keepsEverythingInTheUsersDirectories() throws {
    try Data("command: pwd\nevery: 1d\nearliest: 1h".utf8).write(
      to: URL(fileURLWithPath: "\(directory.path)/home/.config/rubato/tasks.d/here.yaml"))
    let daemon = try start()
    try #require(systemd.hears("READY=1"))
    let requests = try client().tell(List()).requests
    #expect(requests.map(\.id) == ["here"])
    let status = try client().tell(Status())
    #expect(status.stateDirectory == "\(directory.path)/home/.local/state/rubato")
    #expect(status.warnings.isEmpty)
    let state = try FileManager.default.attributesOfItem(
      atPath: "\(directory.path)/home/.local/state/rubato")
    #expect(state[.posixPermissions] as? Int == 0o700)
    daemon.signal(SIGTERM)
    daemon.process.waitUntilExit()
    #expect(daemon.process.terminationStatus == 0)
  }

  @Test func refusesUsersInTheirFiles() throws {
    let path = "\(directory.path)/home/.config/rubato/tasks.d/other.yaml"
    try Data("command: pwd\nevery: 1d\nuser: root".utf8).write(to: URL(fileURLWithPath: path))
    let daemon = try start()
    try #require(systemd.hears("READY=1"))
    let warnings = try client().tell(Status()).warnings
    #expect(warnings.count == 1)
    #expect(warnings.first?.hasPrefix("task other: \(path):3:7: 'user' is allowed only") == true)
    #expect(warnings.first?.hasSuffix("read again: systemctl --user reload rubatod") == true)
    daemon.end()
  }

  @Test func followsTheBaseDirectories() throws {
    let daemon = try start(["XDG_STATE_HOME": "\(directory.path)/state"])
    try #require(systemd.hears("READY=1"))
    #expect(try client().tell(Status()).stateDirectory == "\(directory.path)/state/rubato")
    daemon.end()
  }

  @Test func needsARuntimeDirectory() throws {
    let daemon = try start(["XDG_RUNTIME_DIR": "run"])
    daemon.process.waitUntilExit()
    #expect(daemon.process.terminationStatus == 1)
    #expect(daemon.remainingErrors().contains("--user requires XDG_RUNTIME_DIR"))
  }

  /// The runtime directory has no bus, although the environment of the tests may name one.
  @Test func startsChildrenWithoutABus() throws {
    let daemon = try start(launcher: [])
    try #require(systemd.hears("READY=1"))
    let status = try client().tell(Status())
    #expect(status.launcher == "direct")
    let warning = try #require(status.warnings.first)
    #expect(status.warnings.count == 1)
    #expect(warning.hasPrefix("runs are children of rubatod, and end with it: the user's systemd"))
    #expect(!warning.hasSuffix("."))
    daemon.end()
  }

  @Test func sayingSoIsNoNewsIfChildrenAreWanted() throws {
    let daemon = try start()
    try #require(systemd.hears("READY=1"))
    let status = try client().tell(Status())
    #expect(status.launcher == "direct")
    #expect(status.warnings.isEmpty)
    daemon.end()
  }

  /// Units would conflict with those of the user's own daemon. There is no warning, since the daemon does not try a
  /// bus.
  @Test func aDaemonWithAStateDirectoryStartsChildren() throws {
    let daemon = try start(launcher: ["--state-directory", "\(directory.path)/state"])
    try #require(systemd.hears("READY=1"))
    let status = try client().tell(Status())
    #expect(status.launcher == "direct")
    #expect(status.warnings.isEmpty)
    daemon.end()
  }

  @Test func cannotStartUnitsWithoutABus() throws {
    let daemon = try start(launcher: ["--launcher", "units"])
    daemon.process.waitUntilExit()
    #expect(daemon.process.terminationStatus == 1)
    #expect(daemon.remainingErrors().contains("install dbus-user-session"))
  }
}
