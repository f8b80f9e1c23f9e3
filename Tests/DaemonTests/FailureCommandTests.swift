import Control
import Foundation
import Glibc
import Launch
import Scheduling
import Testing

@testable import Daemon

/// The commands that requests name for their failures, and what stays known of those.
struct FailureCommandTests {
  private let directory: TemporaryDirectory

  init() throws { directory = try TemporaryDirectory() }

  /// What is written into a pipe called `name`, until it is closed.
  private func told(_ name: String) throws -> String {
    let pipe = try #require(FileHandle(forReadingAtPath: "\(directory.path)/\(name)"))
    return String(decoding: try pipe.readToEnd() ?? Data(), as: UTF8.self)
  }

  private func pipe(_ name: String) throws -> String {
    let path = "\(directory.path)/\(name)"
    try #require(mkfifo(path, 0o600) == 0)
    return path
  }

  @Test func hearsWhatHasFailedInItsEnvironment() throws {
    let daemon = try DaemonProcess(directory)
    let pipe = try pipe("told")
    var submit = Submit(
      id: "task", kind: "userInitiated",
      command: .test(["/bin/sh", "-c", "echo first; echo 'the \"last\" $words' >&2; exit 3"]),
      retries: 0)
    submit.onFailureCommand = "{ env | sort | grep ^RUBATO_FAILED; pwd; } > \(pipe); exit 1"
    _ = try daemon.call(submit)
    let text = try told("told")
    #expect(
      text == """
        RUBATO_FAILED_APP=
        RUBATO_FAILED_ATTEMPTS=1
        RUBATO_FAILED_EXIT=3
        RUBATO_FAILED_FINAL=yes
        RUBATO_FAILED_ID=task
        RUBATO_FAILED_MESSAGE=
        RUBATO_FAILED_OUTCOME=failed
        RUBATO_FAILED_OUTPUT=first
        RUBATO_FAILED_RUN=1
        RUBATO_FAILED_SIGNAL=
        /

        """)
    // Nothing is told of its own failure, and it is no run.
    #expect(try daemon.call(Runs(id: "task")).runs.count == 1)
    #expect(try daemon.call(ListFailures()).failures.map(\.id) == ["task"])
  }

  @Test func hearsTheLastLinesOfOutput() throws {
    let daemon = try DaemonProcess(directory)
    let pipe = try pipe("told")
    var submit = Submit(
      id: "task", kind: "userInitiated",
      command: .test(["/bin/sh", "-c", "seq 1000; printf 'a\\033b \"$x\"'; exit 3"]), retries: 0)
    submit.onFailureCommand = "printenv RUBATO_FAILED_OUTPUT > \(pipe)"
    _ = try daemon.call(submit)
    let lines = try told("told").split(separator: "\n")
    #expect(lines.count == 20)
    #expect(lines.first == "982" && lines.last == "a?b \"$x\"")
  }

  @Test func failuresAreListedRetriedAndAcknowledged() throws {
    let daemon = try DaemonProcess(directory)
    let flag = "\(directory.path)/flag"
    for id in ["one", "two"] {
      let submit = Submit(
        id: id, kind: "userInitiated", command: .test(["/usr/bin/test", "-e", flag]), retries: 0)
      _ = try daemon.call(submit)
      _ = try? daemon.call(Wait(id: id))
    }
    let status = try Rubatoctl.run(["status"], by: daemon)
    #expect(status.code == 1 && status.output.contains("failed  one, two"), "\(status.output)")
    let listed = try Rubatoctl.run(["list", "--failed"], by: daemon).output
    #expect(listed.contains("two") && listed.contains("exit 1"), "\(listed)")
    let shown = try Rubatoctl.run(["show", "one"], by: daemon)
    #expect(shown.code == 1 && shown.errors.contains("rubatoctl retry one"), "\(shown.errors)")
    #expect(try Rubatoctl.run(["acknowledge", "one"], by: daemon).code == 0)
    #expect(try Rubatoctl.run(["acknowledge", "one"], by: daemon).code == 1)
    _ = FileManager.default.createFile(atPath: flag, contents: nil)
    #expect(try Rubatoctl.run(["retry", "two"], by: daemon).code == 0)
    #expect(try Rubatoctl.run(["wait", "--run", "3"], by: daemon).code == 0)
    #expect(try Rubatoctl.run(["status"], by: daemon).code == 0)
    #expect(try Rubatoctl.run(["acknowledge", "--all"], by: daemon).code == 0)
  }

  private func request(_ id: String, of owner: UInt32 = 1000) -> Request {
    Request(
      key: RequestKey(owner: owner, id: id), sequence: 1, kind: .utility,
      command: Command(arguments: ["/bin/true"]),
      submitted: WallTime(seconds: 0), window: Window(opens: WallTime(seconds: 0)))
  }

  /// One launcher that nothing ends in: only so many of one user begin.
  @Test func onlySoManyOfOneUserRunAtOnce() {
    var commands = FailureCommands()
    func add(_ owner: UInt32) {
      let request = request("task", of: owner)
      let moment = Instant(
        wall: WallTime(seconds: 0), boot: BootTime(nanoseconds: 0), awake: AwakeTime(nanoseconds: 0)
      )
      let run = Run(
        id: 7, of: request, budget: .seconds(1), grace: .zero, started: moment, isForced: false)
      let hasRoom = commands.add(
        FailureReport(run: run, lastRun: 7, attempts: 1, isFinal: true), request)
      #expect(hasRoom)
    }
    for _ in 0..<6 { add(1000) }
    add(1001)
    var begun: [FailureCommands.Start] = []
    while let start = commands.begin() { begun.append(start) }
    #expect(begun.map(\.request.key.owner) == [1000, 1000, 1000, 1000, 1001])
    #expect(begun.first?.run == FailureReport.firstCommand)
    let ends = [commands.end(begun[0].run), commands.end(begun[0].run)]
    #expect(ends.map { $0?.key.owner } == [1000, nil])
    let next = [commands.begin(), commands.begin()]
    #expect(next.map { $0?.request.key.owner } == [1000, nil])
  }

  @Test func oneThatFailsItselfIsToldUntilItSucceeds() {
    var commands = FailureCommands()
    let task = request("task")
    commands.note(task, "exit 127")
    commands.note(request("other"), "exit 1")
    commands.note(task, "exit 126")
    #expect(commands.troubles.map(\.why) == ["exit 1", "exit 126"])
    commands.note(task, nil)
    #expect(commands.troubles.map(\.key.id) == ["other"])
    for number in 0..<30 { commands.note(request("a\(number)", of: 1), "exit 1") }
    #expect(commands.troubles.count == 20 && commands.troubles.last?.key.id == "a29")
  }

  @Test func oneThatFailsItselfIsToldUntilTheFailureIsKnownOrTheCommandReplaced() {
    var commands = FailureCommands()
    var task = request("task")
    task.terms.onFailureCommand = "/bin/nothing"
    commands.note(task, "exit 127")
    func isTold() -> Bool { commands.open { $0 == task.key ? task : nil }.count == 1 }
    // Acknowledged, or successful since.
    #expect(!isTold())
    task.failures = 1
    #expect(isTold())
    task.terms.onFailureCommand = "/bin/something"
    #expect(!isTold())
    #expect(commands.open { _ in nil }.isEmpty)
  }
}
