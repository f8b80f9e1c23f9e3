import Control
import Foundation
import Testing
import Varlink

/// Task files, as a daemon reads them at its start and on each reload.
struct TaskFileTests {
  private let directory: TemporaryDirectory
  private let high: String
  private let low: String
  private let systemd: NotifySocket

  init() throws {
    directory = try TemporaryDirectory()
    high = "\(directory.path)/etc"
    low = "\(directory.path)/usr"
    for path in [high, low] {
      try FileManager.default.createDirectory(
        atPath: path, withIntermediateDirectories: false, attributes: [.posixPermissions: 0o755])
    }
    systemd = try NotifySocket(directory)
  }

  private func write(_ text: String, to name: String, in tree: String? = nil) throws {
    let url = URL(fileURLWithPath: "\(tree ?? high)/\(name)")
    try FileManager.default.createDirectory(
      at: url.deletingLastPathComponent(), withIntermediateDirectories: true,
      attributes: [.posixPermissions: 0o755])
    try Data(text.utf8).write(to: url)
    try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: url.path)
  }

  /// A name of a file is quoted in the log.
  @Test func noNameOfAFileForgesALineOfTheLog() throws {
    try write("kind: urgent", to: "a\nrubatod: critical: forged \u{1b}[31m.yaml")
    let daemon = try start()
    daemon.end()
    let lines = daemon.remainingErrors().split(separator: "\n")
    #expect(lines.contains { $0.contains("forged") && $0.contains("\\nrubatod: critical") })
    #expect(!lines.contains { $0.hasPrefix("rubatod: critical: forged") || $0.contains("\u{1b}") })
  }

  private func start(_ more: [String] = []) throws -> DaemonProcess {
    let daemon = try DaemonProcess(
      directory, ["--tasks", high, "--tasks", low] + more,
      environment: ["NOTIFY_SOCKET": systemd.path])
    #expect(systemd.hears("READY=1"))
    return daemon
  }

  private func reload(_ daemon: DaemonProcess) throws {
    daemon.signal(SIGHUP)
    try #require(systemd.hears("RELOADING=1\nMONOTONIC_USEC="))
    try #require(systemd.hears("READY=1"))
  }

  private func ids(_ daemon: DaemonProcess) throws -> [String] {
    try daemon.call(List()).requests.map(\.id).sorted()
  }

  private func message(_ body: () throws -> Void) -> String {
    do {
      try body()
      return "done"
    } catch let error as ClientError {
      guard case .remote(let remote) = error,
        let parameters = try? remote.parameters.decode(as: ControlError.Parameters.self)
      else { return "\(error)" }
      return parameters.message
    } catch {
      return "\(error)"
    }
  }

  /// A reload that is requested during another one follows it, since files may have been written in between.
  @Test func reloadsThatComeTogetherReadWhatWasWrittenLast() throws {
    let daemon = try start()
    // More messages would not fit into the socket of the simulated systemd, which is read below.
    let all = (1...3).map { "task-\($0)" }
    for id in all {
      try write("command: /bin/true\nevery: 1d", to: "\(id).yaml")
      daemon.signal(SIGHUP)
    }
    var reloads = 0
    repeat {
      try #require(systemd.hears("READY=1"))
      reloads += 1
    } while try ids(daemon) != all && reloads < all.count
    #expect(try ids(daemon) == all)
  }

  @Test func declaresWhatIsThereAtTheStart() throws {
    try write("command: /bin/true\nevery: 1d\nbudget: 7m", to: "a.yaml")
    try write("command: /bin/false\nevery: 2d", to: "a.yaml", in: low)
    try write("command: /bin/true\nevery: 2d", to: "b.yaml", in: low)
    try write("budget: 8m", to: "b.yaml.d/more.yaml")
    let daemon = try start()
    let requests = try daemon.call(List()).requests.sorted { $0.id < $1.id }
    #expect(requests.map(\.id) == ["a", "b"])
    #expect(requests.map(\.budget) == [420, 480])
    #expect(requests.map(\.every) == [86_400, 172_800])
  }

  @Test func followsTheFilesWhenItIsReloaded() throws {
    try write("command: /bin/true\nevery: 1d", to: "same.yaml")
    try write("command: /bin/true\nevery: 1d", to: "changed.yaml")
    try write("command: /bin/true\nevery: 1d", to: "gone.yaml")
    try write("command: /bin/true\nevery: 1d", to: "masked.yaml", in: low)
    let daemon = try start()
    #expect(try ids(daemon) == ["changed", "gone", "masked", "same"])
    try write("command: /bin/true\nevery: 1d\nbudget: 2m", to: "changed.yaml")
    try write("", to: "masked.yaml")
    try write("command: /bin/true\nevery: 1d", to: "new.yaml")
    try FileManager.default.removeItem(atPath: "\(high)/gone.yaml")
    try reload(daemon)
    #expect(try ids(daemon) == ["changed", "new", "same"])
    #expect(try daemon.call(List(id: "changed")).requests.map(\.budget) == [120])
    try FileManager.default.removeItem(atPath: "\(high)/masked.yaml")
    try reload(daemon)
    #expect(try ids(daemon) == ["changed", "masked", "new", "same"])
  }

  @Test func leavesUnchangedTasksAlone() throws {
    try write("command: /bin/true\nevery: 1d\nearliest: 20h", to: "a.yaml")
    let first = try start()
    let submitted = try first.call(List(id: "a")).requests.map(\.submitted)
    _ = try first.call(AdvanceClock(by: 600))
    try write("# the same\nearliest: 20h\nevery: '1d'\ncommand: \"/bin/true\"", to: "a.yaml")
    try reload(first)
    #expect(try first.call(List(id: "a")).requests.map(\.submitted) == submitted)
    first.signal(SIGTERM)
    first.process.waitUntilExit()
    let second = try start()
    #expect(try second.call(List(id: "a")).requests.map(\.submitted) == submitted)
  }

  @Test func aChangedTaskKeepsItsHistory() throws {
    try write("command: /bin/true\nevery: 1d", to: "a.yaml")
    let daemon = try start()
    // The request starts immediately: the state of the device is unknown.
    _ = try daemon.call(Wait(run: 1))
    let success = try daemon.call(List(id: "a")).requests.first?.lastSuccess
    #expect(success != nil)
    try write("command: /bin/true\nevery: 1d\nbudget: 2m", to: "a.yaml")
    try reload(daemon)
    let request = try daemon.call(List(id: "a")).requests.first
    #expect(request?.budget == 120)
    #expect(request?.lastSuccess == success)
  }

  @Test func aBadFileIsToldAndChangesNothing() throws {
    try write("command: /bin/true\nevery: 1d\nbudget: 2m", to: "bad.yaml")
    try write("command: /bin/true\nevery: 1d", to: "good.yaml")
    let daemon = try start()
    #expect(try daemon.call(Status()).warnings.isEmpty)
    try write("command: /bin/true\nevery: 1d\nbudget: never", to: "bad.yaml")
    try write("command: /bin/true\nevery: 1d\nbudget: 99d", to: "new.yaml")
    try write("command: /bin/true\nevery: 2d", to: "good.yaml")
    try reload(daemon)
    #expect(try ids(daemon) == ["bad", "good"])
    #expect(try daemon.call(List(id: "bad")).requests.map(\.budget) == [120])
    #expect(try daemon.call(List(id: "good")).requests.map(\.every) == [172_800])
    let warnings = try daemon.call(Status()).warnings
    #expect(warnings.count == 2)
    // The daemon runs as a service of systemd, which receives its readiness.
    let command = getuid() == 0 ? "systemctl reload rubatod" : "systemctl --user reload rubatod"
    let again = "until the error is corrected and the files are read again: \(command)"
    #expect(
      warnings.contains {
        $0.hasPrefix("task bad: \(high)/bad.yaml:3:9: budget 'never' is not allowed")
          && $0.hasSuffix("it keeps its previous declaration \(again)")
      })
    #expect(
      warnings.contains {
        $0.hasPrefix("task new: \(high)/new.yaml:3:9: budget '99d' is not allowed")
          && $0.hasSuffix("it is not declared \(again)")
      })
    let refusal = try Rubatoctl.run(["explain", "new"], by: daemon).errors
    #expect(refusal.contains("request 'new' not found, since its task file has an error:"))
    #expect(refusal.contains("new.yaml:3:9: budget '99d' is not allowed"), "\(refusal)")
    try write("command: /bin/true\nevery: 1d\nbudget: 3m", to: "bad.yaml")
    try FileManager.default.removeItem(atPath: "\(high)/new.yaml")
    try reload(daemon)
    #expect(try daemon.call(Status()).warnings.isEmpty)
    #expect(try daemon.call(List(id: "bad")).requests.map(\.budget) == [180])
  }

  @Test func aDirectoryThatIsNotToBeBelievedChangesNothing() throws {
    try write("command: /bin/true\nevery: 1d", to: "a.yaml", in: low)
    let daemon = try start()
    try write("command: /bin/true\nevery: 1d", to: "b.yaml", in: low)
    try FileManager.default.setAttributes([.posixPermissions: 0o777], ofItemAtPath: high)
    try reload(daemon)
    #expect(try ids(daemon) == ["a"])
    let warning = try daemon.call(Status()).warnings.first
    #expect(warning?.hasPrefix("\(high): world-writable") == true)
    #expect(warning?.contains("; all tasks keep their previous declaration") == true)
  }

  @Test func whatAFileDeclaresIsNeitherCancelledNorReplacedByHand() throws {
    try write("command: /bin/true\nevery: 1d", to: "a.yaml")
    let daemon = try start()
    let expected =
      "a is declared by \(high)/a.yaml; change, mask or remove that file and reload rubatod,"
      + " or choose another id"
    #expect(message { _ = try daemon.call(Cancel(id: "a")) } == expected)
    #expect(
      message { _ = try daemon.call(Submit(id: "a", command: .test(["/bin/a"]))) } == expected)
    let kept = try daemon.call(Submit(id: "a", command: .test(["/bin/a"]), ifPending: "keep"))
    #expect(kept.kept)
    #expect(try ids(daemon) == ["a"])
  }

  @Test func aFileTakesThePlaceOfWhatWasSubmittedByHand() throws {
    let daemon = try start()
    _ = try daemon.call(Submit(id: "a", command: .test(["/bin/true"]), every: 3600))
    try write("command: /bin/true\nevery: 1d", to: "a.yaml")
    try reload(daemon)
    #expect(try daemon.call(List(id: "a")).requests.map(\.every) == [86_400])
    try FileManager.default.removeItem(atPath: "\(high)/a.yaml")
    try reload(daemon)
    #expect(try ids(daemon).isEmpty)
  }

  @Test func whatWasRemovedMeanwhileIsNotEvenStarted() throws {
    for name in ["a.yaml", "b.yaml"] {
      try write("command: [/bin/sleep, 1000]\nevery: 1d\nearliest: 1h", to: name)
    }
    let first = try start(["--start", "2026-03-02 05:30"])
    #expect(try ids(first) == ["a", "b"])
    first.end()
    try FileManager.default.removeItem(atPath: "\(high)/a.yaml")
    let second = try start(["--start", "2026-03-02 07:30"])
    #expect(try ids(second) == ["b"])
    #expect(try second.call(Runs()).runs.map(\.id) == ["b"])
    second.end()
    let third = try start()
    #expect(try ids(third) == ["b"])
  }

  @Test func aMaskedTaskEndsItsRun() throws {
    try write("command: [/bin/sleep, 1000]\nevery: 1d\ngrace: 0s", to: "a.yaml")
    let daemon = try start()
    let client = try daemon.connect()
    let run = try #require(try daemon.call(List(id: "a")).requests.first?.run)
    try write("", to: "a.yaml")
    try reload(daemon)
    _ = try client.tell(Wait(run: run))
    #expect(try daemon.call(Runs(id: "a", limit: 1)).runs.map(\.outcome) == ["cancelled"])
  }
}
