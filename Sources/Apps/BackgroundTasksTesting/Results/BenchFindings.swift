import BackgroundTasks
import Scheduling

/// The last request that an app has submitted for a task.
struct SubmittedRequest: @unchecked Sendable {
  /// A copy without another reference.
  let request: BGTaskRequest
}

/// The runs of an app, and its failures.
struct BenchFindings {
  private(set) var runs: [BenchRun] = []
  private(set) var failures: [BenchFailure] = []
  /// The last submitted requests, by identifier.
  var requests: [String: SubmittedRequest] = [:]
  /// The runs that the test has expired.
  private var runsEndedByTest: Set<Int64> = []

  /// Adds a failure, unless the same problem is already known.
  mutating func add(_ failure: BenchFailure) {
    if !failures.contains(where: { $0.isSame(as: failure) }) { failures.append(failure) }
  }

  mutating func noteEndByHand(of runs: some Sequence<Int64>) { runsEndedByTest.formUnion(runs) }

  /// Adds an ended run.
  mutating func add(_ run: BenchRun) { runs.append(run) }

  /// Whether the test itself has expired a run.
  func isEndedByTest(_ run: BenchRun) -> Bool { runsEndedByTest.contains(run.number) }

  /// Whether a failure of this kind is known for a task.
  func contains(_ kind: BenchFailure.Kind, of identifier: String) -> Bool {
    failures.contains { $0.kind == kind && $0.identifier == identifier }
  }
}
