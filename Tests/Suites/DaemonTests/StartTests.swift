import Control
import Foundation
import Testing
import VarlinkServer

@testable import Daemon

/// Errors that prevent a daemon from starting, and their messages.
struct StartTests {
  private func failure(_ directory: TemporaryDirectory, _ arguments: [String]) throws -> String {
    let daemon = try DaemonProcess(directory, program: "rubatod", arguments: arguments)
    #expect(!daemon.waitUntilReady())
    daemon.process.waitUntilExit()
    #expect(daemon.process.terminationStatus == 1)
    return daemon.remainingErrors()
  }

  /// A command runs in a directory of its own, and systemd accepts only absolute paths.
  @Test func relativePathsAreAbsoluteForCommands() throws {
    var options = Options()
    options.socket = "here/socket"
    options.stateDirectory = "state"
    let paths = try DaemonPaths(options)
    let directory = FileManager.default.currentDirectoryPath
    #expect(paths.stopReasons == "\(directory)/here/socket.runs")
    #expect(paths.environments == "\(directory)/here/socket.environments")
    #expect(paths.state == "\(directory)/state")
  }

  @Test func refusesAStateDirectoryThatAnotherDaemonHas() throws {
    let directory = try TemporaryDirectory()
    let first = try DaemonProcess(directory)
    let message = try failure(
      directory,
      [
        "--simulate", "--state-directory", "\(directory.path)/state", "--socket",
        "\(directory.path)/other",
      ])
    #expect(message.contains("in use"))
    #expect(message.contains("\(first.process.processIdentifier)"))
    #expect(try first.call(Status()).waiting == 0)
  }

  /// A virtual clock would run the requests of the real one early.
  @Test func refusesAStateDirectoryOfTheOtherClock() throws {
    let directory = try TemporaryDirectory()
    let state = "\(directory.path)/state"
    let options = ["--state-directory", state, "--socket", "\(directory.path)/socket"]
    let submit = Submit(id: "later", command: .test(["/bin/true"]), earliest: "1h")
    let simulated = try DaemonProcess(directory)
    _ = try simulated.call(submit)
    simulated.end()
    let realMessage = try failure(directory, options + ["--sources", "none"])
    #expect(realMessage.contains("with --simulate, whose times are not real"))
    try FileManager.default.removeItem(atPath: state)
    let real = try ReadingDaemon(directory, sources: "none")
    _ = try real.call(submit)
    real.process.end()
    let message = try failure(directory, ["--simulate"] + options)
    #expect(message.contains("without --simulate; a virtual clock would run its requests early"))
  }

  @Test func refusesASocketThatAnotherDaemonHas() throws {
    let directory = try TemporaryDirectory()
    let first = try DaemonProcess(directory)
    let message = try failure(
      directory,
      [
        "--simulate", "--state-directory", "\(directory.path)/other", "--socket", first.socket,
      ])
    #expect(message.contains("another server listens"))
    #expect(try first.call(Status()).waiting == 0)
  }

  @Test func namesAPathThatIsNoDirectory() throws {
    let directory = try TemporaryDirectory()
    let socket = "\(directory.path)/missing/socket"
    let state = "\(directory.path)/state"
    #expect(
      try failure(directory, ["--simulate", "--state-directory", state, "--socket", socket])
        .contains("directory \(directory.path)/missing not found; create it"))
    #expect(!FileManager.default.fileExists(atPath: "\(directory.path)/missing"))
    try Data().write(to: URL(fileURLWithPath: state))
    #expect(
      try failure(
        directory, ["--simulate", "--state-directory", state, "--socket", "\(directory.path)/s"]
      )
      .contains("\(state) is not a directory; choose another with --state-directory"))
  }

  @Test func refusesASocketPathThatIsTooLong() throws {
    let directory = try TemporaryDirectory()
    let path = "\(directory.path)/" + String(repeating: "x", count: 108)
    let message = try failure(
      directory,
      ["--simulate", "--state-directory", "\(directory.path)/state", "--socket", path])
    #expect(message.contains("107"))
  }

  @Test func refusesASourceThatThereIsNot() throws {
    let directory = try TemporaryDirectory()
    for sources in ["bogus", "mounts,", "all,mounts"] {
      let message = try failure(
        directory, ["--state-directory", "\(directory.path)/state", "--sources", sources])
      #expect(message.contains("--sources '"), "\(message)")
      #expect(message.contains("is not allowed; use all, none, or a comma-separated list"))
      #expect(message.contains("power-supplies"))
    }
  }

  @Test func setsAnUnreadableDatabaseAsideAndSaysSo() throws {
    let directory = try TemporaryDirectory()
    let state = "\(directory.path)/state"
    try FileManager.default.createDirectory(atPath: state, withIntermediateDirectories: false)
    try Data("this is no database at all".utf8).write(
      to: URL(fileURLWithPath: "\(state)/rubato.sqlite"))
    let daemon = try DaemonProcess(directory)
    let warnings = try daemon.call(Status()).warnings
    #expect(warnings.count == 1)
    #expect(warnings.first?.contains("could not be read") == true)
    let kept = try FileManager.default.contentsOfDirectory(atPath: state)
    #expect(kept.contains { $0.hasPrefix("rubato.sqlite.unreadable") })
  }

  /// The notices name requests of all users, and quote stored values.
  @Test func onlyAdministratorsReadTheNoticesOfTheDatabase() {
    func caller(_ uid: UInt32) -> Caller {
      Caller(Peer(uid: uid, gid: uid, pid: 1, groups: []), group: nil)
    }
    let notice = "/state/rubato.sqlite is damaged: lost requests: 1000/secret"
    let damaged = StatusSource(stateDirectory: "/state", databaseNotices: [notice])
    let commands = AdvisedCommands(naming: "--socket /s")
    #expect(damaged.databaseWarnings(for: caller(0), commands) == [notice])
    let others = damaged.databaseWarnings(for: caller(geteuid() + 1001), commands)
    #expect(others.count == 1 && others.first?.contains("secret") == false)
    #expect(others.first?.contains("compare with `rubatoctl --socket /s list`") == true)
    let sound = StatusSource(stateDirectory: "/state")
    #expect(sound.databaseWarnings(for: caller(geteuid() + 1001), commands).isEmpty)
  }

  /// L17. Each call is authorized by the user id of its caller. The state directory is readable only by the daemon's
  /// user.
  @Test func theSocketIsForEverybodyAndTheStateForNobodyElse() throws {
    let directory = try TemporaryDirectory()
    let daemon = try DaemonProcess(directory)
    for (path, mode) in [(daemon.socket, 0o666), ("\(directory.path)/state", 0o700)] {
      let attributes = try FileManager.default.attributesOfItem(atPath: path)
      #expect(attributes[.posixPermissions] as? Int == mode, "\(path)")
    }
  }

  /// L18.
  @Test func stopsCleanlyOnSIGTERMAndKeepsWhatWaits() throws {
    let directory = try TemporaryDirectory()
    let first = try DaemonProcess(directory)
    _ = try first.call(SetDevice(values: ["power": "battery"]))
    _ = try first.call(Submit(id: "patient", command: .test(["/bin/true"])))
    _ = try first.call(
      Submit(id: "running", kind: "userInitiated", command: .test(["/bin/sleep", "1000"])))
    first.signal(SIGTERM)
    first.process.waitUntilExit()
    #expect(first.process.terminationReason == .exit)
    #expect(first.process.terminationStatus == 0)
    let said = first.remainingErrors()
    #expect(said.contains("waiting up to 10s for running (run 1)"), "\(said)")

    let second = try DaemonProcess(directory)
    let requests = try second.call(List()).requests
    #expect(requests.map(\.id).sorted() == ["patient", "running"])
    let ended = try second.call(Runs()).runs.filter { $0.end != nil }
    #expect(ended.map(\.outcome) == ["expired"])
    #expect(ended.map(\.stopReason) == ["shutdown"])
  }
}
