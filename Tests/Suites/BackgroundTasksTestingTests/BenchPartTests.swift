import BackgroundTasks
import Foundation
import Scheduling
import Testing

@testable import BackgroundTasksTesting

/// The parts of the state of a bench, each on its own.
@Suite struct BenchPartTests {
  private let first = ExecutionContext(process: 1, run: 10)
  private let second = ExecutionContext(process: 2, run: 20)

  // MARK: Code in queues and threads

  @Test func codeGoesOnUntilItHasEnded() {
    var code = QueuedCode()
    #expect(!code.hasCode)
    code.begin(1, first)
    #expect(code.hasCode && code.hasCode(of: 1) && !code.hasCode(of: 2))
    code.note(77, runs: 1)
    #expect(code.busyThreads == [77])
    code.end(1)
    #expect(!code.hasCode)
  }

  @Test func aThreadIsFollowedFromItsBeginning() {
    var code = QueuedCode()
    let thread = ObjectIdentifier(NSObject.self)
    code.begin(thread, second)
    #expect(code.hasCode(of: 2) && code.busyThreads.isEmpty)
    let hasBegun = code.hasBegun(thread)
    #expect(hasBegun)
    code.follow(5, second)
    #expect(code.busyThreads == [5])
    code.end(thread, 5)
    #expect(!code.hasCode)
  }

  @Test func codeThatRestsIsNotWaitedFor() {
    var code = QueuedCode()
    code.begin(1, first)
    code.note(7, runs: 1)
    code.begin(2, first)
    code.excuse(resting: [7], isStuck: false)
    #expect(code.blocks.keys.sorted() == [2])
    // A block in a queue that nothing empties.
    code.excuse(resting: [], isStuck: true)
    #expect(!code.hasCode)
  }

  @Test func onlyBlocksThatRunAreGivenUpAloud() {
    var code = QueuedCode()
    code.begin(1, first)
    code.begin(2, second)
    code.note(7, runs: 2)
    let running = code.giveUp()
    #expect(running.map(\.context.process) == [2])
    #expect(!code.hasCode)
  }

  @Test func codeOfAProcessEndsWithIt() {
    var code = QueuedCode()
    code.begin(1, first)
    code.begin(2, second)
    code.follow(7, first)
    code.drop(1)
    #expect(!code.hasCode(of: 1) && code.hasCode(of: 2))
  }

  @Test func timersFireInTheirOrderWhileTheirProcessTakesPartInTime() {
    var timers = HeldTimers()
    for (number, context, seconds) in [(1, first, 9), (2, second, 3), (3, first, 3)] {
      timers.add(
        HeldTimer(context: context, delay: .zero) {}, number, until: .seconds(seconds))
    }
    #expect(timers.next { _ in false }?.number == 2)
    #expect(timers.next { $0 == 2 }?.number == 3)
    #expect(timers.next { _ in true } == nil)
    #expect(timers.contains(1, until: .seconds(3)) && !timers.contains(1, until: .seconds(2)))
    let dropped = timers.drop(1)
    #expect(dropped.count == 2)
    let taken = [timers.remove(2), timers.remove(2)]
    #expect(taken.map { $0?.deadline } == [.seconds(3), nil])
  }

  // MARK: Findings

  private func run(
    _ number: Int64, _ outcome: Scheduling.Outcome, after: Duration = .hours(1)
  ) -> BenchRun {
    let start = Instant(
      wall: WallTime(seconds: 1_772_433_000) + after * Int(number),
      boot: BootTime(seconds: 0), awake: AwakeTime(seconds: 0))
    let request = Request(
      key: RequestKey(owner: 1, id: "a"), sequence: 1,
      Terms(Command(arguments: ["/bin/true"]), kind: .refresh), submitted: start.wall,
      window: Window(opens: start.wall))
    let run = Run(
      id: number, of: request, budget: .seconds(30), grace: .seconds(5), started: start,
      isForced: false)
    return BenchRun(run, Ending(at: start.wall, outcome: outcome))
  }

  @Test func aTaskWithoutProgressIsFoundOnce() {
    var state = BenchState(FeedApp.app(), BenchOptions())
    for number in 1...11 { state.add(EndedRun(run: run(Int64(number), .expired))) }
    #expect(state.findings.failures.isEmpty)
    for number in 12...14 { state.add(EndedRun(run: run(Int64(number), .expired))) }
    #expect(state.findings.failures.map(\.kind) == [.noProgress])
  }

  @Test func theRunsThatATestEndsAreNoFinding() {
    var state = BenchState(FeedApp.app(), BenchOptions())
    for number in 1...12 {
      let run = run(Int64(number), .expired)
      state.add(EndedRun(run: run, isEndedByTest: number == 6))
    }
    #expect(state.findings.failures.isEmpty)
  }

  /// The state after 60 runs of a task at intervals of five minutes.
  private func stateAfterRuns(
    of request: BGTaskRequest?, areForced: Bool = false, areEndedByTest: Bool = false
  ) -> BenchState {
    var state = BenchState(FeedApp.app(), BenchOptions())
    state.findings.requests["a"] = request.map { SubmittedRequest(request: $0) }
    for number in 1...60 {
      state.add(
        EndedRun(
          run: run(Int64(number), .completed, after: .minutes(5)), isEndedByTest: areEndedByTest,
          isForced: areForced))
    }
    return state
  }

  @Test func aTaskThatRunsTooOftenIsFound() {
    let state = stateAfterRuns(of: BGAppRefreshTaskRequest(identifier: "a"))
    #expect(state.findings.failures.map(\.kind) == [.runsTooOften])
    #expect(state.findings.runs.count == 60)
  }

  @Test func manyRunsThatNoRequestAsksForAreNoFinding() {
    // For example, tasks of remote notifications.
    #expect(stateAfterRuns(of: nil).findings.failures == [])
    let continued = BGContinuedProcessingTaskRequest(identifier: "a", title: "Upload", subtitle: "")
    #expect(stateAfterRuns(of: continued).findings.failures == [])
    let dated = BGAppRefreshTaskRequest(identifier: "a")
    dated.earliestBeginDate = Date(timeIntervalSinceNow: 60)
    #expect(stateAfterRuns(of: dated).findings.failures == [])
  }

  @Test func aTitleHasTheLengthThatTheSchedulerAccepts() {
    #expect(TaskReport.Title.longestText == ContinuedTerms.longestTitle)
  }

  @Test func theRunsThatATestStartsOrEndsAreNotTooMany() {
    let request = BGAppRefreshTaskRequest(identifier: "a")
    #expect(stateAfterRuns(of: request, areForced: true).findings.failures == [])
    #expect(stateAfterRuns(of: request, areEndedByTest: true).findings.failures == [])
  }
}
