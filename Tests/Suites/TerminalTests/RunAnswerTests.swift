import Control
import Scheduling
import Testing

@testable import Terminal

struct RunAnswerTests {
  private var killed: RunInfo {
    var run = RunInfo.sample(outcome: "killed", killed: true)
    (run.step, run.stepNumber) = ("upload", 3)
    run.killReport = KillReportInfo(
      sentence: "it waited for the network in tcp_recvmsg", expiration: "ignored",
      processes: [
        KilledProcessInfo(
          pid: 70, parent: 1, command: "curl -T x\u{1B}[2J",
          threads: [
            KilledThreadInfo(id: 70, name: "curl", state: "S", waitChannel: "tcp_recvmsg"),
            KilledThreadInfo(id: 71, name: "worker", state: "D"),
          ])
      ], cutOff: true, lastLines: ["10 %", "20 %"])
    return run
  }

  private func lines(_ run: RunInfo, onlyKillReport: Bool = false) -> [String] {
    RunCard.lines(run, onlyKillReport: onlyKillReport, owner: { _ in "ada" }, on: .sample())
  }

  /// The task of an app is not queued again after an exit with 75, nor is a request that was cancelled meanwhile.
  @Test func anExitWith75PromisesNoRetry() {
    #expect(OutcomeWords.words("retryLater") == "asked to run later")
  }

  @Test func theSentenceComesFirstThenEachThreadThenTheOutput() {
    #expect(
      lines(killed, onlyKillReport: true) == [
        "backup: killed after 2.5 s (run 7; budget used up, signal 9, 0x8badf00d, "
          + "in step 3, upload).",
        "", "it waited for the network in tcp_recvmsg",
        "Its expiration: announced; the signal was ignored.", "",
        "PID  PARENT  THREAD  NAME    STATE            WAITS IN     COMMAND",
        " 70       1      70  curl    asleep           tcp_recvmsg  curl -T x\\u{1B}[2J",
        "                 71  worker  uninterruptible  -", "Further threads are not shown.",
        "", "Last output:", "  10 %", "  20 %",
      ])
  }

  @Test func saysWhereThereIsNoReport() {
    #expect(lines(.sample(), onlyKillReport: true) == ["Run 7 was not killed: completed."])
    let unknown = RunInfo.sample(outcome: "killed", killed: true)
    #expect(lines(unknown, onlyKillReport: true)[0].contains("no kill report was kept"))
  }

  @Test func showsTheStepAndWhatItWasKilledAt() {
    let text = lines(killed).joined(separator: "\n")
    #expect(text.contains("when killed  it waited for the network in tcp_recvmsg"))
    #expect(text.contains("in step 3, upload"))
    var done = RunInfo.sample()
    (done.step, done.stepNumber) = ("step-2", 2)
    #expect(lines(done).contains { $0.hasSuffix("step  step 2") })
  }

  @Test func saysEachStopReasonInWords() {
    let codes = StopReason.known.map(\.code).filter { OutcomeWords.stopReason($0) == $0 }
    // These codes are words.
    #expect(!codes.contains { $0.contains(where: \.isUppercase) }, "\(codes)")
  }

  @Test func saysNewOutcomesInWords() {
    var run = RunInfo.sample(outcome: "outOfMemory")
    #expect(RunCard.sentence(run, id: "x") == "backup: out of memory after 2.5 s (run 7).")
    run.outcome = "crashed"
    (run.exit, run.signal, run.dumpedCore) = (nil, 11, true)
    #expect(RunCard.sentence(run, id: "x").contains("signal 11, core dumped"))
  }

  @Test func aForcedRunThatFailedLeavesItsRequestAsItWas() {
    var run = RunInfo.sample(outcome: "failed")
    #expect(RunCard.afterForcedRun(run) == " backup keeps its tries and waits as before.")
    // A stop by hand delays the request.
    run.stopReason = "operator"
    #expect(RunCard.afterForcedRun(run).isEmpty)
    #expect(RunCard.afterForcedRun(.sample()).isEmpty)
    #expect(RunCard.afterForcedRun(nil).isEmpty)
  }

  @Test func listSaysHowFarWorkHasCome() {
    var request = RequestInfo.sample(state: "running", run: 7)
    request.steps = [StepInfo(name: "a", arguments: ["/a"]), StepInfo(arguments: ["/b"])]
    (request.stepsDone, request.share) = (1, 0.405)
    let running = RequestTable.lines([request], running: 1, owner: nil, on: .sample())[1]
    #expect(running.hasSuffix("1 of 2 steps done, 40.5 % done"))
    var adopted = RequestInfo.sample(reasons: ["quarantined"])
    adopted.timer = TimerInfo(name: "fstrim.timer", state: "enabled", active: true)
    adopted.timerIsOn = true
    let waiting = RequestTable.lines([adopted], running: 0, owner: nil, on: .sample())[1]
    #expect(waiting.hasSuffix("fstrim.timer is on again, quarantined after five crashes"))
  }

  @Test func showTellsOfStepsLimitsAndOrigin() {
    var request = RequestInfo.sample()
    request.steps = [
      StepInfo(name: "fetch", arguments: ["/a", "b c"], limit: 90),
      StepInfo(name: "sync", arguments: ["/b"]),
    ]
    request.arguments = []
    request.stepsDone = 1
    request.checkpoint = "page 7\nmore"
    request.limits = LimitsInfo(memoryBytes: 512 << 20, tasks: 100)
    request.file = "/etc/rubato/tasks.d/x.yaml"
    let text = RequestCard.lines(request, owner: { _ in "ada" }, on: .sample())
      .joined(separator: "\n")
    #expect(text.contains("fetch  /a 'b c', at most 1 min 30 s (done)"))
    #expect(text.contains("sync  /b\n"))
    #expect(text.contains("limits  memory 512 MiB, 100 tasks"))
    #expect(text.contains("checkpoint  page 7… (11 bytes)"))
    #expect(text.contains("declared in  /etc/rubato/tasks.d/x.yaml"))
  }

  private let exporting = TaskClassInfo(
    category: "continued", title: "Exporting", subtitle: "2 of 4", strategy: "queue")

  @Test func aContinuedTaskShowsItsTitleAndProgress() {
    var run = RunInfo.sample(outcome: nil)
    (run.task, run.share) = (exporting, 0.5)
    #expect(OutcomeWords.detailsWithProgress(run) == "Exporting: 2 of 4, 50 % done")
    let card = RunCard.lines(run, owner: { _ in "ada" }, on: .sample()).joined(separator: "\n")
    #expect(card.contains("kind  maintenance, continued"))
    #expect(card.contains("title  Exporting: 2 of 4"))
    #expect(card.contains("progress  50 % done"))
    (run.outcome, run.stopReason) = ("expired", "stalled")
    #expect(
      OutcomeWords.detailsWithProgress(run) == "Exporting: 2 of 4, 50 % done, no progress reported")
  }

  @Test func aQueuedTaskOfAClassOfItsOwnSaysWhichItIs() {
    var request = RequestInfo.sample(reasons: ["concurrencyLimit"])
    request.task = exporting
    let row = RequestTable.lines([request], running: 1, owner: nil, on: .sample())[1]
    #expect(row.contains("Exporting: 2 of 4, "))
    request.task = TaskClassInfo(
      category: "healthResearch", protection: "NSFileProtectionComplete")
    let card = RequestCard.lines(request, owner: { _ in "ada" }, on: .sample())
    #expect(card.contains { $0.hasSuffix("kind  maintenance, health research") })
    #expect(card.contains { $0.hasSuffix("files  protection NSFileProtectionComplete") })
  }
}
