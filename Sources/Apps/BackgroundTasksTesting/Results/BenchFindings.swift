import BackgroundTasks
import Scheduling

/// The last request that an app has submitted for a task.
struct SubmittedRequest: @unchecked Sendable {
  /// A copy without another reference.
  let request: BGTaskRequest
}

/// The runs of an app, and its failures.
struct BenchFindings {
  /// The number of expired runs in a row that shows a lack of progress.
  private static let mostInVain = 12

  /// The most runs a day for a task that has set no date.
  private static let mostADay = 48

  private(set) var runs: [BenchRun] = []
  private(set) var failures: [BenchFailure] = []
  /// The last submitted requests, by identifier.
  var requests: [String: SubmittedRequest] = [:]
  /// The runs that the test has expired.
  private var runsEndedByTest: Set<Int64> = []

  mutating func add(_ failure: BenchFailure) {
    if !failures.contains(failure) { failures.append(failure) }
  }

  mutating func noteEndByHand(of runs: some Sequence<Int64>) { runsEndedByTest.formUnion(runs) }

  /// Adds an ended run, and checks it together with earlier runs.
  mutating func add(_ run: BenchRun) {
    runs.append(run)
    let taskRuns = runs.filter { $0.identifier == run.identifier }
    checkProgress(taskRuns)
    checkRate(taskRuns)
  }

  /// Adds a failure if the last 12 runs of a task have all expired. A run that the test itself expired prevents this
  /// failure.
  private mutating func checkProgress(_ taskRuns: [BenchRun]) {
    let last = taskRuns.suffix(Self.mostInVain)
    guard last.count == Self.mostInVain,
      last.allSatisfy({ $0.outcome == .expired && !runsEndedByTest.contains($0.number) })
    else { return }
    addOnce(
      .noProgress, last.last,
      "its last \(Self.mostInVain) runs have all expired, and no run ever completed; do less work in a run, and save its progress,"
        + " so that the next run continues from there")
  }

  /// Adds a failure if more than 48 runs of a task began within a day, and its last request has no earliest date.
  private mutating func checkRate(_ taskRuns: [BenchRun]) {
    guard taskRuns.count > Self.mostADay, let run = taskRuns.last,
      requests[run.identifier]?.request.earliestBeginDate == nil,
      run.started.timeIntervalSince(taskRuns[taskRuns.count - 1 - Self.mostADay].started) < 86_400
    else { return }
    addOnce(
      .runsTooOften, run,
      "more than \(Self.mostADay) runs within a day, since the task is submitted again without an earliestBeginDate; set one"
    )
  }

  /// Adds a failure that is reported at most once per task.
  private mutating func addOnce(_ kind: BenchFailure.Kind, _ run: BenchRun?, _ message: String) {
    guard let run,
      !failures.contains(where: { $0.kind == kind && $0.identifier == run.identifier })
    else { return }
    add(
      BenchFailure(kind: kind, identifier: run.identifier, run: run.number, message: message))
  }
}
