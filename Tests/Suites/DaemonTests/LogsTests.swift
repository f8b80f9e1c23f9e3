import Control
import Foundation
import Testing
import Varlink

extension DaemonProcess {
  /// Makes a call whose answer may be empty.
  @discardableResult
  fileprivate func tell<Method: ControlMethod>(_ method: Method) throws -> Method.Reply {
    try call(method)
  }
}

/// Output that is read while it is written, and commands that wait for it.
struct LogsTests {
  /// A command that prints a line, waits for a line on a FIFO, and prints another.
  private static let talk = "echo one; read line <\"$0\"; echo \"two $line\""

  private struct Talk {
    let directory = try! TemporaryDirectory()
    var fifo: String { "\(directory.path)/fifo" }
    var arguments: [String] { ["/bin/sh", "-c", LogsTests.talk, fifo] }

    init() throws { try #require(mkfifo(fifo, 0o600) == 0) }

    func answer(_ text: String) throws {
      try Data("\(text)\n".utf8).write(to: URL(fileURLWithPath: fifo))
    }
  }

  private func submission(_ arguments: [String]) -> Submit {
    Submit(
      id: "task", kind: "userInitiated", command: .test(arguments), earliest: "1h", every: 3600,
      retries: 0)
  }

  private func pieces(
    _ call: Logs, of daemon: DaemonProcess, _ body: (Logs.Reply) throws -> Void = { _ in }
  ) throws -> [Logs.Reply] {
    var found: [Logs.Reply] = []
    var failure: (any Error)?
    try daemon.connect().more(Logs.fullName, call, as: Logs.Reply.self) { piece in
      found.append(piece)
      do { try body(piece) } catch { failure = error }
      return failure == nil ? .goOn : .stop
    }
    if let failure { throw failure }
    return found
  }

  private func text(_ pieces: [Logs.Reply], of run: Int64) -> String {
    pieces.filter { $0.run == run }.map(\.text).joined()
  }

  @Test func aRunIsFollowedToItsEnd() throws {
    let (talk, daemon) = (try Talk(), try DaemonProcess(try TemporaryDirectory()))
    try daemon.tell(submission(talk.arguments))
    let run = try daemon.tell(RunNow(id: "task", mode: "force")).run
    let said = try pieces(Logs(run: run, follow: true), of: daemon) { piece in
      if piece.text == "one\n" { try talk.answer("three") }
    }
    #expect(text(said, of: run) == "one\ntwo three\n")
    #expect(said.last?.ended?.outcome == "completed")
    #expect(said.last?.end == 14)
    #expect(said.dropLast().allSatisfy { $0.ended == nil })
    let rest = try pieces(Logs(run: run, follow: true, offset: 4), of: daemon)
    #expect(text(rest, of: run) == "two three\n")
  }

  @Test func aRequestIsFollowedThroughItsRunsUntilItIsGone() throws {
    let daemon = try DaemonProcess(try TemporaryDirectory())
    try daemon.tell(submission(["/bin/sh", "-c", "echo $RUBATO_RUN"]))
    let first = try daemon.tell(RunNow(id: "task", mode: "force")).run
    _ = try daemon.tell(Wait(run: first))
    let said = try pieces(Logs(id: "task", follow: true), of: daemon) { piece in
      guard let ended = piece.ended else { return }
      if ended.run == first {
        try daemon.tell(RunNow(id: "task", mode: "force"))
      } else {
        try daemon.tell(Cancel(id: "task"))
      }
    }
    let runs = said.compactMap(\.ended?.run)
    #expect(runs.count == 2 && runs.first == first)
    for run in runs { #expect(text(said, of: run) == "\(run)\n") }
    let behind = try pieces(Logs(id: "task", follow: true, after: first), of: daemon)
    #expect(behind.compactMap(\.ended?.run) == runs.suffix(1))
    // For a request that has ended, the log ends with its last run.
    let over = try pieces(Logs(id: "task", follow: true), of: daemon)
    #expect(over.compactMap(\.ended?.run) == runs.suffix(1))
  }

  @Test func whoFollowsWhatNeverRanIsTold() throws {
    let daemon = try DaemonProcess(try TemporaryDirectory())
    try daemon.tell(submission(["/bin/true"]))
    let following = try Following(["logs", "-f", "task"], socket: daemon.socket)
    let waits = String(decoding: try following.errors.next("errors"), as: UTF8.self)
    #expect(waits.hasPrefix("task has not run yet; its output follows once it does. "), "\(waits)")
    try daemon.tell(Cancel(id: "task"))
    // The request may be cancelled before or after the follow call arrives.
    let said = following.end()
    #expect(following.process.terminationStatus == 1, "\(said)")
    #expect(said.contains("'task'"), "\(said)")
  }

  @Test func whoFollowsSinceATimeIsToldThatNothingRanSince() throws {
    let daemon = try DaemonProcess(try TemporaryDirectory())
    try daemon.tell(submission(["/bin/sh", "-c", "echo $RUBATO_RUN"]))
    let first = try daemon.tell(RunNow(id: "task", mode: "force")).run
    _ = try daemon.tell(Wait(run: first))
    try daemon.tell(AdvanceClock(by: 600))
    let following = try Following(
      ["logs", "-f", "task", "--since", "1m"], socket: daemon.socket)
    let waits = String(decoding: try following.errors.next("errors"), as: UTF8.self)
    #expect(waits.hasPrefix("task has not run since then;"), "\(waits)")
    let second = try daemon.tell(RunNow(id: "task", mode: "force")).run
    #expect(try following.next() == "\(second)\n")
    try daemon.tell(Cancel(id: "task"))
    _ = following.end()
    #expect(following.process.terminationStatus == 0)
  }

  @Test func allRunsSinceATimeAreRead() throws {
    let daemon = try DaemonProcess(try TemporaryDirectory())
    try daemon.tell(submission(["/bin/sh", "-c", "echo $RUBATO_RUN"]))
    var ends: [String] = []
    for _ in 0..<3 {
      let run = try daemon.tell(RunNow(id: "task", mode: "force")).run
      ends.append(try #require(try daemon.tell(Wait(run: run)).run?.end))
      try daemon.tell(AdvanceClock(by: 600))
    }
    let said = try pieces(Logs(id: "task", since: ends[1]), of: daemon)
    #expect(said.compactMap(\.ended?.end) == Array(ends[1...]))
    let verb = try Rubatoctl.run(["logs", "task", "--since", "15m"], by: daemon)
    #expect(verb.output == said.suffix(1).map { "\($0.run)\n" }.joined(), "\(verb)")
    let none = try Rubatoctl.run(["logs", "task", "--since", "1m"], by: daemon)
    #expect(none.code == 1 && none.errors.contains("run of 'task' since"), "\(none)")
    let future = try Rubatoctl.run(["logs", "task", "--since", "2100-01-01"], by: daemon)
    #expect(future.code == 1 && future.errors.contains("a time that has passed"), "\(future)")
  }

  @Test func aCharacterIsNotCutInTwo() throws {
    let daemon = try DaemonProcess(try TemporaryDirectory())
    // After the first byte, later pieces end within a character.
    let script = "printf x; i=0; while [ $i -lt 40000 ]; do printf '€'; i=$((i + 1)); done"
    try daemon.tell(submission(["/bin/sh", "-c", script]))
    let run = try daemon.tell(RunNow(id: "task", mode: "force")).run
    _ = try daemon.tell(Wait(run: run))
    let said = try pieces(Logs(run: run), of: daemon)
    #expect(said.count > 1)
    #expect(text(said, of: run) == "x" + String(repeating: "€", count: 40_000))
  }

  // MARK: The verbs

  private func submit(
    _ id: String, _ options: [String], _ script: String, _ daemon: DaemonProcess
  ) throws -> Rubatoctl.Result {
    try Rubatoctl.run(
      ["submit", "--id", id, "--kind", "userInitiated", "--retries", "0"] + options
        + ["--", "sh", "-c", script], by: daemon)
  }

  @Test(arguments: [
    ("echo hello; exit 7", 7, "failed"), ("echo hello; kill -TERM $$", 143, "crashed"),
    ("echo hello", 0, "completed"),
  ])
  func whoWaitsSeesTheOutputAndExitsAsTheCommand(
    script: String, code: Int32, outcome: String
  ) throws {
    let daemon = try DaemonProcess(try TemporaryDirectory())
    let result = try submit("one", ["--wait", "--exit-code"], script, daemon)
    #expect(result.code == code && result.output == "hello\n", "\(result)")
    #expect(result.errors.contains("one: \(outcome)"), "\(result)")
    let plain = try submit("two", ["--wait"], script, daemon)
    #expect(plain.code == (code == 0 ? 0 : 1) && plain.output == "hello\n", "\(plain)")
    let json = try submit("three", ["--wait", "--exit-code", "--json"], script, daemon)
    #expect(json.code == code && json.output.hasPrefix("{\n"), "\(json)")
    let reply = try JSONDecoder().decode(Wait.Reply.self, from: Data(json.output.utf8))
    #expect(reply.run?.outcome == outcome)
  }

  @Test func anExitCodeNeedsSomebodyWhoWaits() throws {
    let result = try Rubatoctl.run(["submit", "--exit-code", "--", "true"])
    #expect(result.code == 2 && result.errors.contains("--exit-code goes with --wait"))
  }

  /// The output of `rubatoctl` while it runs.
  private final class Following {
    let process = Process()
    let output = Pipe()
    let errors = Pipe()

    init(_ arguments: [String], socket: String) throws {
      process.executableURL = Rubatoctl.built
      process.arguments = arguments
      process.environment = ["RUBATO_SOCKET": socket, "PATH": "/usr/bin:/bin"]
      (process.standardOutput, process.standardError) = (output, errors)
      process.standardInput = FileHandle.nullDevice
      try process.run()
    }

    func next() throws -> String {
      String(decoding: try output.next("output"), as: UTF8.self)
    }

    func end() -> String {
      process.waitUntilExit()
      return String(decoding: errors.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    }
  }

  @Test func whoFollowsOutlivesTheDaemon() throws {
    let directory = try TemporaryDirectory()
    let first = try DaemonProcess(directory)
    try first.tell(submission(["/bin/sh", "-c", "echo $RUBATO_RUN"]))
    let earlier = try first.tell(RunNow(id: "task", mode: "force")).run
    _ = try first.tell(Wait(run: earlier))
    let following = try Following(["logs", "-f", "task"], socket: first.socket)
    #expect(try following.next() == "\(earlier)\n")
    first.end()
    let second = try DaemonProcess(directory)
    let later = try second.tell(RunNow(id: "task", mode: "force")).run
    #expect(try following.next() == "\(later)\n")
    try second.tell(Cancel(id: "task"))
    let said = following.end()
    #expect(following.process.terminationStatus == 0, "\(said)")
    #expect(said.components(separatedBy: "-- run \(earlier) --\n").count == 2, "\(said)")
    #expect(said.components(separatedBy: "-- run \(later) --\n").count == 2, "\(said)")
    #expect(said.contains("task: completed after") && said.contains("(run \(earlier))."), "\(said)")
    // The run may be cancelled before its end.
    #expect(said.contains("(run \(later)"), "\(said)")
  }

  @Test func whoWaitsForARunIsToldByTheNextDaemonHowItEnded() throws {
    let (talk, directory) = (try Talk(), try TemporaryDirectory())
    let first = try DaemonProcess(directory)
    try first.tell(submission(talk.arguments))
    let following = try Following(
      ["run", "task", "--force", "--wait", "--exit-code"], socket: first.socket)
    #expect(try following.next() == "one\n")
    first.end()
    let second = try DaemonProcess(directory)
    let said = following.end()
    #expect(following.process.terminationStatus != 0)
    #expect(said.contains("interrupted"), "\(said)")
    withExtendedLifetime(second) {}
  }

  @Test func whoFollowsIsToldHowARunEndedAndWhatComesNext() throws {
    let daemon = try DaemonProcess(try TemporaryDirectory())
    let retried = [
      "submit", "--id", "task", "--kind", "userInitiated", "--retries", "1", "--backoff-delay",
      "1h",
      "--latest", "2d", "--", "sh", "-c", "echo $RUBATO_RUN; exit 3",
    ]
    #expect(try Rubatoctl.run(retried, by: daemon).code == 0)
    #expect(try daemon.tell(Wait(run: 1)).run?.exit == 3)
    let following = try Following(["logs", "-f", "task"], socket: daemon.socket)
    #expect(try following.next() == "1\n")
    var said = ""
    while !said.contains("at the earliest ") {
      let more = try following.errors.next("errors; said: \(said)")
      try #require(!more.isEmpty, "it ended, and has said: \(said)")
      said += String(decoding: more, as: UTF8.self)
    }
    try daemon.tell(AdvanceClock(by: 3601))
    said += following.end()
    #expect(following.process.terminationStatus == 0, "\(said)")
    #expect(
      said.contains("(run 1; exit 3). The request waits to run again, at the earliest "), "\(said)")
    #expect(said.contains("(run 2; exit 3). The request is not tried again;"), "\(said)")
    #expect(said.contains("`rubatoctl wait --run 2 --exit-code`"), "\(said)")
  }

  @Test func whoWaitsForWhatHasEndedIsToldHow() throws {
    let daemon = try DaemonProcess(try TemporaryDirectory())
    #expect(try submit("bad", ["--wait"], "exit 3", daemon).code == 1)
    #expect(try submit("good", ["--wait"], "exit 0", daemon).code == 0)
    let bad = try Rubatoctl.run(["wait", "bad", "--exit-code"], by: daemon)
    #expect(bad.code == 3 && bad.output.contains("its newest run: failed"), "\(bad)")
    #expect(try Rubatoctl.run(["wait", "bad"], by: daemon).code == 1)
    #expect(try Rubatoctl.run(["wait", "good"], by: daemon).code == 0)
    let none = try Rubatoctl.run(["wait", "none"], by: daemon)
    #expect(none.code == 1 && none.errors.contains("'none'"), "\(none)")
  }

  @Test func whoWaitsForWhatIsCancelledBeforeItRanIsToldSo() throws {
    let daemon = try DaemonProcess(try TemporaryDirectory())
    let waiting = try Following(
      ["submit", "--id", "never", "--earliest", "1d", "--wait", "--", "true"],
      socket: daemon.socket)
    let accepted = String(decoding: try waiting.errors.next("that it is accepted"), as: UTF8.self)
    #expect(accepted.hasPrefix("Accepted: never."), "\(accepted)")
    try daemon.tell(Cancel(id: "never"))
    let said = waiting.end()
    #expect(waiting.process.terminationStatus == 1)
    #expect(said.contains("never is no longer queued"), "\(said)")
  }

  @Test(.enabled(if: ActivatedDaemon.isPossible))
  func whoFollowsADaemonThatIsStoppedIsTold() throws {
    let directory = try TemporaryDirectory()
    let daemon = try ActivatedDaemon(directory)
    let submitted = try daemon.ask(
      "submit", "--id", "a", "--kind", "userInitiated", "--every", "1h", "--wait", "--",
      "echo", "done")
    #expect(submitted.code == 0 && submitted.output == "done\n", "\(submitted)")
    let following = try Following(["logs", "-f", "a"], socket: daemon.socket)
    #expect(try following.next() == "done\n")
    daemon.end(SIGTERM)
    let said = following.end()
    #expect(following.process.terminationStatus == 3)
    #expect(said.contains("rubatod was stopped"), "\(said)")
  }
}
