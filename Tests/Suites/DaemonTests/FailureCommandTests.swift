import Control
import Foundation
import Glibc
import Launch
import Scheduling
import Testing

@testable import Daemon

/// The commands that requests name for their failures, and the failures that stay listed.
struct FailureCommandTests {
  private let directory: TemporaryDirectory

  init() throws { directory = try TemporaryDirectory() }

  /// Returns the text that is written into a pipe called `name`, until it is closed.
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
        RUBATO_FAILED_LATEST=
        RUBATO_FAILED_MESSAGE=
        RUBATO_FAILED_OUTCOME=failed
        RUBATO_FAILED_OUTPUT=first
        RUBATO_FAILED_RUN=1
        RUBATO_FAILED_SIGNAL=
        /

        """)
    // The failure of the failure command itself is not reported, and the command is not a run.
    #expect(try daemon.call(Runs(id: "task")).runs.count == 1)
    #expect(try daemon.call(ListFailures()).failures.map(\.id) == ["task"])
  }

  @Test func listsARepeatingRequestWhoseWindowHasFailed() throws {
    let daemon = try DaemonProcess(directory)
    let pipe = try pipe("told")
    var submit = Submit(
      id: "daily", kind: "userInitiated", command: .test(["/bin/sh", "-c", "exit 3"]),
      every: 86_400,
      retries: 0)
    submit.onFailureCommand = "echo $RUBATO_FAILED_FINAL > \(pipe)"
    _ = try daemon.call(submit)
    #expect(try told("told") == "yes\n")
    let failures = try daemon.call(ListFailures()).failures
    #expect(failures.map(\.id) == ["daily"] && failures.map(\.queued) == [true])
    #expect(failures.map(\.exit) == [3] && failures.map(\.attempts) == [1])
    #expect(try daemon.call(Status()).failing == ["daily"])
    #expect(try daemon.call(GetMetrics()).requests.map(\.failed) == [true])
    let list = try Rubatoctl.run(["list", "--failed"], by: daemon)
    #expect(list.output.contains("starts one that repeats before its next window"), "\(list)")
    // The request is still queued, so there is nothing to queue again.
    let retry = try Rubatoctl.run(["retry", "--all"], by: daemon)
    #expect(!"\(retry)".contains("next window"), "\(retry)")
    _ = try daemon.call(Acknowledge(id: "daily"))
    #expect(try daemon.call(ListFailures()).failures.isEmpty)
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

  /// Six days on battery, with a request that requires power.
  @Test func hearsOnceThatARequestIsOverdue() throws {
    let daemon = try DaemonProcess(directory)
    let pipe = try pipe("told")
    _ = try daemon.call(SetDevice(values: ["power": "battery", "battery": "80"]))
    let submit = [
      "submit", "--id", "backup", "--every", "1d", "--latest", "3d", "--requires", "power",
      "--on-failure-command", "env | sort | grep ^RUBATO_FAILED > \(pipe)", "--", "true",
    ]
    #expect(try Rubatoctl.run(submit, by: daemon).code == 0)
    let before = try Rubatoctl.run(["status"], by: daemon)
    #expect(before.code == 0, "\(before.output)")
    _ = try daemon.call(AdvanceClock(by: 6 * 86_400))
    let text = try told("told")
    let lines = Set(text.split(separator: "\n").map { String($0) })
    #expect(
      lines.isSuperset(of: [
        "RUBATO_FAILED_ID=backup", "RUBATO_FAILED_OUTCOME=overdue", "RUBATO_FAILED_RUN=",
        "RUBATO_FAILED_FINAL=no", "RUBATO_FAILED_ATTEMPTS=0",
      ]), "\(text)")
    #expect(lines.contains { $0.hasPrefix("RUBATO_FAILED_LATEST=20") }, "\(text)")
    #expect(text.contains("; on battery"), "\(text)")
    try isShownAsOverdue(by: daemon)
    #expect(try Rubatoctl.run(["acknowledge", "backup"], by: daemon).code == 0)
    #expect(try Rubatoctl.run(["status"], by: daemon).code == 0)
  }

  private func isShownAsOverdue(by daemon: DaemonProcess) throws {
    let status = try Rubatoctl.run(["status"], by: daemon)
    #expect(status.code == 1 && status.output.contains("overdue"), "\(status.output)")
    let request = try #require(try daemon.call(List(id: "backup")).requests.first)
    #expect(request.overdueSince == request.latest && request.skippedWindows == nil)
    let explained = try Rubatoctl.run(["explain", "backup"], by: daemon).output
    #expect(explained.contains("overdue"), "\(explained)")
    #expect(try daemon.call(ListFailures()).failures.isEmpty)
  }

  @Test func skippedWindowsAreShownUntilTheyAreAcknowledged() throws {
    let daemon = try DaemonProcess(directory)
    _ = try daemon.call(SetDevice(values: ["power": "battery", "battery": "80"]))
    let submit = [
      "submit", "--id", "report", "--every", "1d", "--latest", "2h", "--at-latest", "drop",
      "--requires", "power", "--", "true",
    ]
    #expect(try Rubatoctl.run(submit, by: daemon).code == 0)
    _ = try daemon.call(AdvanceClock(by: 4 * 86_400 + 3 * 3600))
    let status = try Rubatoctl.run(["status"], by: daemon)
    #expect(status.code == 1 && status.output.contains("skipped  report"), "\(status.output)")
    let listed = try Rubatoctl.run(["list", "--failed"], by: daemon).output
    #expect(listed.contains("5 windows skipped"), "\(listed)")
    #expect(listed.contains("explain ID"), "\(listed)")
    let failure = try #require(try daemon.call(ListFailures()).failures.first)
    #expect(failure.outcome == "skipped" && failure.run == 5 && failure.skippedWindows == 5)
    #expect(try Rubatoctl.run(["acknowledge", "--all"], by: daemon).code == 0)
    #expect(try Rubatoctl.run(["status"], by: daemon).code == 0)
    #expect(try daemon.call(ListFailures()).failures.isEmpty)
  }

  @Test func thePolicyNamesACommandForRequestsThatHaveNone() throws {
    let pipe = try pipe("told")
    let policy = "\(directory.path)/policy.yaml"
    try Data("on-failure-command: /bin/sh -c 'echo $RUBATO_FAILED_ID > \(pipe)'".utf8)
      .write(to: URL(fileURLWithPath: policy))
    let daemon = try DaemonProcess(directory, ["--config", policy])
    for (id, line) in [("own", "true"), ("none", nil)] {
      var submit = Submit(
        id: id, kind: "userInitiated", command: .test(["/bin/false"]), retries: 0)
      submit.onFailureCommand = line
      _ = try daemon.call(submit)
      _ = try? daemon.call(Wait(id: id))
    }
    #expect(try told("told") == "none\n")
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
    #expect(shown.errors.contains("run 1 failed at"), "\(shown.errors)")
    #expect(shown.errors.contains("exit 1"), "\(shown.errors)")
    #expect(shown.errors.contains("rubatoctl logs one"), "\(shown.errors)")
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
      key: RequestKey(owner: owner, id: id), sequence: 1,
      Terms(Command(arguments: ["/bin/true"]), kind: .utility),
      submitted: WallTime(seconds: 0), window: Window(opens: WallTime(seconds: 0)))
  }

  private func command(of request: Request) -> FailureCommand {
    FailureCommand(
      number: 1, key: request.key, line: request.terms.run.onFailureCommand ?? "report")
  }

  /// With a launcher in which no command ends, only a limited number of commands of one user begin.
  @Test func onlySoManyOfOneUserRunAtOnce() {
    var commands = FailureCommands()
    func add(_ owner: UInt32) {
      let hasRoom = commands.add(command(of: request("task", of: owner)))
      #expect(hasRoom)
    }
    for _ in 0..<6 { add(1000) }
    add(1001)
    var begun: [FailureCommands.Start] = []
    while let start = commands.startNext() { begun.append(start) }
    #expect(begun.map(\.command.key.owner) == [1000, 1000, 1000, 1000, 1001])
    #expect(begun.first?.number == 1)
    let ends = [commands.removeEnded(begun[0].number), commands.removeEnded(begun[0].number)]
    #expect(ends.map { $0?.key.owner } == [1000, nil])
    let next = [commands.startNext(), commands.startNext()]
    #expect(next.map { $0?.command.key.owner } == [1000, nil])
  }

  @Test func aStopKnowsWhichCommandsWereStarted() {
    var commands = FailureCommands()
    for number in 1...6 { _ = commands.add(command(of: request("task\(number)"))) }
    while commands.startNext() != nil {}
    for number in [1, 3] as [Int64] { _ = commands.noteStart(number) }
    #expect(commands.started.map(\.key.id) == ["task1", "task3"])
    #expect(commands.unstarted.map(\.key.id) == ["task2", "task4", "task5", "task6"])
  }

  @Test func oneThatFailsItselfIsToldUntilItSucceeds() {
    var commands = FailureCommands()
    func note(_ id: String, of owner: UInt32 = 1000, _ why: String?) {
      commands.recordResult(command(of: request(id, of: owner)), why)
    }
    note("task", "exit 127")
    note("other", "exit 1")
    note("task", "exit 126")
    #expect(commands.troubles.map(\.why) == ["exit 1", "exit 126"])
    note("task", nil)
    #expect(commands.troubles.map(\.key.id) == ["other"])
    for number in 0..<30 { note("a\(number)", of: 1, "exit 1") }
    #expect(commands.troubles.count == 20 && commands.troubles.last?.key.id == "a29")
  }

  @Test func oneThatFailsItselfIsToldUntilTheFailureIsKnownOrTheCommandReplaced() {
    var commands = FailureCommands()
    var task = request("task")
    task.terms.run.onFailureCommand = "/bin/nothing"
    commands.recordResult(command(of: task), "exit 127")
    func isTold() -> Bool {
      commands.unresolvedTroubles {
        $0 == task.key ? task : nil
      } commandsOf: {
        [$0.terms.run.onFailureCommand]
      }.count == 1
    }
    // The failure was acknowledged, or the request has succeeded since.
    #expect(!isTold())
    task.progress.failures = 1
    #expect(isTold())
    task.terms.run.onFailureCommand = "/bin/something"
    #expect(!isTold())
    task.terms.run.onFailureCommand = "/bin/nothing"
    task.progress.failures = 0
    task.progress.missed = MissedDeadline(since: WallTime(seconds: 0))
    #expect(isTold())
    task.progress.missed?.isAcknowledged = true
    #expect(!isTold())
    #expect(
      commands.unresolvedTroubles { _ in
        nil
      } commandsOf: { _ in
        []
      }.isEmpty)
  }
}
