import Control
import Foundation
import Testing
import Varlink

/// Reports and reads of a command from inside its run, and the continuation of the work with them.
struct InsideRunTests {
  private static let rubatoctl = DaemonProcess.products.appendingPathComponent("rubatoctl").path

  /// Submits a script in which `$R` is rubatoctl.
  private func submit(
    _ script: String, to daemon: DaemonProcess, _ change: (inout Submit) -> Void = { _ in }
  ) throws {
    var command = CommandInfo.test(["/bin/sh", "-c", script])
    command.environment["R"] = Self.rubatoctl
    var call = Submit(id: "task", kind: "userInitiated", command: command)
    change(&call)
    _ = try daemon.call(call)
  }

  private func steps(_ scripts: [String]) -> [StepInfo] {
    scripts.map { StepInfo(arguments: ["/bin/sh", "-c", $0]) }
  }

  private func end(of run: Int64, _ daemon: DaemonProcess) throws -> RunInfo {
    try #require(try daemon.call(Wait(run: run)).run)
  }

  private func output(of run: Int64, _ daemon: DaemonProcess) throws -> String {
    try Rubatoctl.run(["logs", "--run", "\(run)"], by: daemon).output
  }

  /// Lets the delay after a failed run pass.
  private func startAgain(_ daemon: DaemonProcess) throws {
    _ = try daemon.call(AdvanceClock(by: 6 * 3600))
  }

  private func task(_ daemon: DaemonProcess) throws -> RequestInfo {
    try #require(try daemon.call(List(id: "task")).requests.first)
  }

  @Test func aCheckpointIsFoundAtTheNextStart() throws {
    let daemon = try DaemonProcess(try TemporaryDirectory())
    let script = """
      if [ "$RUBATO_CHECKPOINT" ]; then echo "from $RUBATO_CHECKPOINT, $($R checkpoint)"; exit 0; fi
      $R progress 40% && echo page-7 | $R checkpoint --data - && exit 1
      """
    try submit(script, to: daemon)
    #expect(try end(of: 1, daemon).outcome == "failed")
    let task = try task(daemon)
    #expect(task.checkpoint == "page-7\n" && task.share == 0.4)
    #expect(try Rubatoctl.run(["list"], by: daemon).output.contains("40 % done"))
    try startAgain(daemon)
    #expect(try end(of: 2, daemon).outcome == "completed")
    #expect(try output(of: 2, daemon) == "from page-7\n, page-7\n")
  }

  /// The kernel starts no command with a variable of more than 128 KiB.
  @Test func aLongCheckpointIsOnlyAskedFor() throws {
    let directory = try TemporaryDirectory()
    let policy = "\(directory.path)/policy.yaml"
    try "longest-checkpoint: 1048576\n".write(toFile: policy, atomically: true, encoding: .utf8)
    let daemon = try DaemonProcess(directory, ["--config", policy])
    let script = """
      length=$($R checkpoint | wc -c)
      if [ "$length" -gt 0 ]; then echo "$length, variable: ${#RUBATO_CHECKPOINT}"; exit 0; fi
      head -c 140000 /dev/zero | tr '\\0' x | $R checkpoint --data - && exit 1
      """
    try submit(script, to: daemon)
    #expect(try end(of: 1, daemon).outcome == "failed")
    try startAgain(daemon)
    #expect(try end(of: 2, daemon).outcome == "completed")
    #expect(try output(of: 2, daemon) == "140001, variable: 0\n")
  }

  @Test func workOfStepsGoesOnAfterTheLastCompletedOne() throws {
    let directory = try TemporaryDirectory()
    let daemon = try DaemonProcess(directory)
    let mark = "\(directory.path)/mark"
    try submit("", to: daemon) {
      $0.command?.arguments = []
      $0.command?.steps = steps([
        "echo one", "test -e \(mark) || { touch \(mark); exit 1; }; echo two $RUBATO_STEP",
        "echo $RUBATO_STEP_NAME",
      ])
    }
    let first = try end(of: 1, daemon)
    #expect(first.outcome == "failed" && first.step == "step-2" && first.stepNumber == 2)
    #expect(try task(daemon).stepsDone == 1)
    try startAgain(daemon)
    #expect(try end(of: 2, daemon).outcome == "completed")
    #expect(try output(of: 2, daemon) == "two 2\nstep-3\n")
  }

  @Test func fiveCrashesOfAStepQuarantineARequestUntilItIsFreed() throws {
    let daemon = try DaemonProcess(try TemporaryDirectory())
    try submit("kill -SEGV $$", to: daemon) { $0.retries = 100 }
    for run in 1...5 {
      #expect(try end(of: Int64(run), daemon).outcome == "crashed")
      try startAgain(daemon)
    }
    #expect(try task(daemon).quarantined)
    #expect(try task(daemon).reasons.contains("quarantined"))
    let status = try Rubatoctl.run(["status"], by: daemon)
    #expect(status.code == 1 && status.output.contains("quarantined  task"))
    let explanation = try Rubatoctl.run(["explain", "task"], by: daemon).output
    #expect(explanation.contains("`rubatoctl unquarantine task`"))
    #expect(try Rubatoctl.run(["unquarantine", "task"], by: daemon).code == 0)
    #expect(try end(of: 6, daemon).outcome == "crashed")
    #expect(try Rubatoctl.run(["unquarantine", "task"], by: daemon).code == 1)
  }

  /// The crashes of forced runs count, but are no failures of the request.
  @Test func aQuarantineByForcedRunsIsListedUntilAPatternAcknowledgesIt() throws {
    let daemon = try DaemonProcess(try TemporaryDirectory())
    try submit("kill -SEGV $$", to: daemon) { $0.earliest = "1d" }
    for run in 1...5 {
      _ = try daemon.call(RunNow(id: "task", mode: "force"))
      #expect(try end(of: Int64(run), daemon).outcome == "crashed")
    }
    #expect(try daemon.call(ListFailures()).failures.map(\.run) == [5])
    let said = try Rubatoctl.run(["acknowledge", "ta*"], by: daemon)
    #expect(said.code == 0, "\(said)")
    #expect(try daemon.call(ListFailures()).failures.isEmpty)
    #expect(try task(daemon).quarantined)
  }

  @Test(arguments: [
    ["progress", "40%"], ["checkpoint", "--data", "x"], ["ready"], ["checkpoint"],
  ])
  func whoIsInNoRunIsTold(arguments: [String]) throws {
    let daemon = try DaemonProcess(try TemporaryDirectory())
    let other = try Rubatoctl.run(arguments + ["--run", "7"], by: daemon)
    #expect(other.code == 1 && other.errors.contains("run 7 is not running"))
    let outside = try Rubatoctl.run(arguments, by: daemon)
    #expect(outside.code == 1 && outside.errors.contains("RUBATO_RUN is not set"))
  }

  @Test(arguments: ["140%", "much", "-1%", "40"])
  func aShareThatIsNoneIsRefused(text: String) throws {
    let daemon = try DaemonProcess(try TemporaryDirectory())
    let result = try Rubatoctl.run(["progress", text, "--run", "7"], by: daemon)
    #expect(result.code == 1)
    #expect(result.errors.contains("progress '\(text)' is not allowed; use 0% to 100%"))
  }

  @Test func aReportIsOneThingOfABoundedLength() throws {
    let daemon = try DaemonProcess(try TemporaryDirectory())
    try submit("sleep 1000", to: daemon)
    let refused: [ReportRun] = [
      ReportRun(run: 1), ReportRun(run: 1, ready: true, share: 0.5), ReportRun(run: 1, share: 2),
      ReportRun(run: 1, data: String(repeating: "x", count: 16_385)),
      ReportRun(run: 1, data: "a\0b"),
    ]
    for report in refused {
      #expect(throws: ClientError.self) { try daemon.call(report) }
    }
    _ = try daemon.call(ReportRun(run: 1, data: String(repeating: "x", count: 16_384)))
    #expect(try daemon.call(GetCheckpoint(run: 1)).data?.utf8.count == 16_384)
  }

  @Test func unitsAreRefusedWhereNobodyStartsThem() throws {
    let daemon = try DaemonProcess(try TemporaryDirectory())
    let result = try Rubatoctl.run(["submit", "--unit", "fstrim"], by: daemon)
    #expect(result.code == 1)
    #expect(result.errors.contains("fstrim.service"))
  }
}
