import BackgroundTasks
import Foundation
import Scheduling

// Failures that several runs of a task show together.
extension BenchState {
  /// The number of expired runs in a row that shows a lack of progress.
  private static let expiredRunsInARow = 12

  /// The most runs a day for a task that has set no date.
  private static let mostRunsPerDay = 48

  /// The number of runs without and with a network that show a need for it.
  private static let runsToCompare = 3

  /// The longest run time a day on battery of a processing task, and the number of days that show a habit.
  private static let mostOnBattery = (time: Duration.minutes(10), days: 3)

  /// Adds an ended run to the findings, and checks it together with earlier runs.
  mutating func add(_ ended: EndedRun) {
    findings.add(ended)
    let run = ended.run
    let runs = findings[run.identifier].runs
    checkProgress(runs)
    checkRate(runs)
    guard let request = findings.requests[run.identifier]?.request else { return }
    // A continued task is begun by its user, who also begins the next one.
    if !(request is BGContinuedProcessingTaskRequest) {
      findings[run.identifier].chain.end(run, at: world.now.wall)
    }
    guard let request = request as? BGProcessingTaskRequest else { return }
    // A condition that the request does not require may be one that the work needs.
    if !request.requiresNetworkConnectivity { checkNetwork(run) }
    if !request.requiresExternalPower, ended.onBattery > .zero { checkBattery(run) }
  }

  /// Adds a failure if the last 12 runs of a task have all expired. A run that the test itself expired prevents this
  /// failure.
  private mutating func checkProgress(_ runs: [EndedRun]) {
    let lastRuns = runs.suffix(Self.expiredRunsInARow)
    guard lastRuns.count == Self.expiredRunsInARow, let run = lastRuns.last?.run,
      lastRuns.allSatisfy({ $0.run.outcome == .expired && !$0.isEndedByTest })
    else { return }
    let needs = lastRuns.compactMap(\.need)
    if needs.count == lastRuns.count, let need = needs.min(), need > run.budget {
      let device =
        world.slowness == 1 ? "" : " on this device, which is \(world.slowness) times as slow"
      return failOnce(
        .exceedsBudget, run,
        "\(lastRuns.count) of its last \(lastRuns.count) runs have expired: the work needs \(need.shortText)\(device), and a run"
          + " has \(run.budget.shortText)")
    }
    let hasCompleted = runs.contains { $0.run.outcome == .completed }
    failOnce(
      .noProgress, run,
      "\(lastRuns.count) of its last \(lastRuns.count) runs have expired, each after \(run.budget.shortText) or less"
        + (hasCompleted ? "" : ", and no run ever completed"))
  }

  /// Adds a failure if more than 48 runs of a task began within a day, and its last request has no earliest date. Runs
  /// that the test itself started or expired do not count, and neither do continued tasks, which a user begins.
  private mutating func checkRate(_ runs: [EndedRun]) {
    guard runs.count > Self.mostRunsPerDay, let run = runs.last?.run,
      let request = findings.requests[run.identifier]?.request,
      request.earliestBeginDate == nil, !(request is BGContinuedProcessingTaskRequest)
    else { return }
    let runsOfDevice = runs.lazy.reversed().filter { !$0.isForced && !$0.isEndedByTest }
    let newestRuns = Array(runsOfDevice.prefix(Self.mostRunsPerDay + 1))
    guard newestRuns.count > Self.mostRunsPerDay, let first = newestRuns.last?.run,
      run.started.timeIntervalSince(first.started) < 86_400
    else { return }
    failOnce(
      .runsTooOften, run,
      "more than \(Self.mostRunsPerDay) runs within a day, since the task is submitted again without an earliestBeginDate"
    )
  }

  /// Adds a failure if a task fails whenever there is no network, and hardly otherwise.
  private mutating func checkNetwork(_ run: BenchRun) {
    let (online, offline) = (findings[run.identifier].online, findings[run.identifier].offline)
    let alwaysFailsOffline = offline.failures >= Self.runsToCompare && offline.successes == 0
    let mostlySucceedsOnline =
      online.successes >= Self.runsToCompare && online.successes >= 3 * online.failures
    guard alwaysFailsOffline, mostlySucceedsOnline else { return }
    failOnce(
      .needsNetwork, run,
      "\(offline.failures) of \(offline.failures) runs without a network did not succeed, and \(online.successes) of"
        + " \(online.successes + online.failures) runs with one did; the request does not require a network"
    )
  }

  /// Adds a failure if runs took more than ten minutes a day on battery, on three days.
  private mutating func checkBattery(_ run: BenchRun) {
    let days = findings[run.identifier].batteryDays.values.filter { $0 > Self.mostOnBattery.time }
    guard days.count >= Self.mostOnBattery.days, let least = days.min() else { return }
    failOnce(
      .drainsBattery, run,
      "its runs took \(least.shortText) or more on battery on each of \(days.count) days, and its request does not require"
        + " external power")
  }

  /// Adds a failure that is reported at most once per task.
  mutating func failOnce(
    _ kind: BenchFailure.Kind, _ run: BenchRun, _ message: String, suggestion: String? = nil
  ) {
    if findings.contains(kind, of: run.identifier) { return }
    fail(kind, run.identifier, run: run.number, message, suggestion: suggestion)
  }
}
