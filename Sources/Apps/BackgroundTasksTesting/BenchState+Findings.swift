import BackgroundTasks
import Foundation
import Scheduling

// Failures that several runs or requests of a task show together.
extension BenchState {
  /// The number of expired runs in a row that shows a lack of progress.
  private static let mostInVain = 12

  /// The most runs a day for a task that has set no date.
  private static let mostADay = 48

  /// Adds an ended run to the findings, and checks it together with earlier runs.
  mutating func add(_ run: BenchRun) {
    findings.add(run)
    let taskRuns = findings.runs.filter { $0.identifier == run.identifier }
    checkProgress(taskRuns)
    checkRate(taskRuns)
  }

  /// Notes a request of the app that the scheduler has accepted.
  mutating func note(_ request: BGTaskRequest, _ submission: Submission) {
    if let copy = request.copy() as? BGTaskRequest {
      findings.requests[request.identifier] = SubmittedRequest(request: copy)
    }
    note(.submitted(after: submission.delay), of: request.identifier)
  }

  /// Adds a failure if the last 12 runs of a task have all expired. A run that the test itself expired prevents this
  /// failure.
  private mutating func checkProgress(_ taskRuns: [BenchRun]) {
    let last = taskRuns.suffix(Self.mostInVain)
    guard last.count == Self.mostInVain, let run = last.last,
      last.allSatisfy({ $0.outcome == .expired && !findings.isEndedByTest($0) })
    else { return }
    failOnce(
      .noProgress, run,
      "its last \(Self.mostInVain) runs have all expired, and no run ever completed")
  }

  /// Adds a failure if more than 48 runs of a task began within a day, and its last request has no earliest date.
  private mutating func checkRate(_ taskRuns: [BenchRun]) {
    guard taskRuns.count > Self.mostADay, let run = taskRuns.last,
      findings.requests[run.identifier]?.request.earliestBeginDate == nil,
      run.started.timeIntervalSince(taskRuns[taskRuns.count - 1 - Self.mostADay].started) < 86_400
    else { return }
    failOnce(
      .runsTooOften, run,
      "more than \(Self.mostADay) runs within a day, since the task is submitted again without an earliestBeginDate"
    )
  }

  /// Adds a failure that is reported at most once per task.
  mutating func failOnce(
    _ kind: BenchFailure.Kind, _ run: BenchRun, _ message: String, suggestion: String? = nil
  ) {
    if findings.contains(kind, of: run.identifier) { return }
    fail(kind, run.identifier, run: run.number, message, suggestion: suggestion)
  }
}

extension Submission {
  /// The time from the submission to the earliest date; `nil` if there is no date ahead.
  fileprivate var delay: Duration? { if case .after(let delay) = earliest { delay } else { nil } }
}
