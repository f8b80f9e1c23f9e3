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
  /// The pasts of the tasks, by identifier.
  private var records: [String: TaskRecord] = [:]
  /// The runs that the test has expired.
  private var runsEndedByTest: Set<Int64> = []

  /// The past of a task.
  subscript(_ identifier: String) -> TaskRecord {
    get { records[identifier] ?? TaskRecord() }
    _modify { yield &records[identifier, default: TaskRecord()] }
  }

  /// The identifiers of the tasks with a past, in order.
  var identifiers: [String] { records.keys.sorted() }

  /// The moment of the next check of a chain; `nil` if there is none.
  var nextChainCheck: WallTime? { records.values.compactMap(\.chain.possibleEnd?.due).min() }

  /// Adds a failure, unless the same problem is already known.
  mutating func add(_ failure: BenchFailure) {
    if !failures.contains(where: { $0.isSame(as: failure) }) { failures.append(failure) }
  }

  /// Notes that the test itself expires these runs, so that they do not count against their handlers.
  mutating func noteEndByHand(of runs: some Sequence<Int64>) { runsEndedByTest.formUnion(runs) }

  /// Adds an ended run.
  mutating func add(_ ended: EndedRun) {
    runs.append(ended.run)
    self[ended.run.identifier].add(ended)
  }

  /// Whether the test itself has expired a run.
  func isEndedByTest(_ run: Int64) -> Bool { runsEndedByTest.contains(run) }

  /// Whether a failure of this kind is known for a task.
  func contains(_ kind: BenchFailure.Kind, of identifier: String) -> Bool {
    failures.contains { $0.kind == kind && $0.identifier == identifier }
  }
}
