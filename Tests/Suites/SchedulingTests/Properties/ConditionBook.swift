@testable import Scheduling

/// The condition checks that are running, and the results of others.
struct ConditionBook {
  /// The command of a condition.
  struct Trial {
    var check: ConditionTrial
    var ends: AwakeTime
    var finish: ProcessExit
    var isKilled = false
  }

  var trials: [Trial] = []
  /// The latest check of each request, by its sequence.
  private var latest: [Int64: CheckID] = [:]
  /// The time at which the condition of a request was met.
  private var passed: [Int64: BootTime] = [:]

  mutating func begin(_ trial: Trial) {
    latest[trial.check.sequence] = trial.check.id
    trials.append(trial)
  }

  mutating func end(_ trial: Trial, at now: Instant) {
    trials.removeAll { $0.check.id == trial.check.id }
    let isLatest = latest[trial.check.sequence] == trial.check.id
    if isLatest, trial.finish.isSuccess { passed[trial.check.sequence] = now.boot }
  }

  /// Removes all results.
  mutating func forgetResults() {
    latest = [:]
    passed = [:]
  }

  func holds(_ sequence: Int64, at now: Instant) -> Bool {
    passed[sequence].map { now.boot < $0 + .minutes(1) } ?? false
  }

  var nextEnd: AwakeTime? { trials.map(\.ends).min() }
}

extension RandomizedTest {
  mutating func beginCheck(_ check: ConditionTrial) {
    let life = Duration.seconds(random.pick([0, 0, 1, 8, 29, 40]))
    conditions.begin(
      ConditionBook.Trial(
        check: check, ends: now.awake + (isCalm ? .zero : life),
        finish: ProcessExit(exit: isCalm ? 0 : random.pick([0, 0, 1, 75]))))
  }

  mutating func killCheck(_ check: ConditionTrial) {
    guard let index = conditions.trials.firstIndex(where: { $0.check.id == check.id })
    else { return }
    conditions.trials[index].isKilled = true
    conditions.trials[index].finish.wasKilled = true
    let delay = Duration.milliseconds(Int.random(in: 0...50, using: &random))
    conditions.trials[index].ends = min(conditions.trials[index].ends, now.awake + delay)
  }

  mutating func endChecks() {
    for trial in conditions.trials where trial.ends <= now.awake {
      conditions.end(trial, at: now)
      handle(.checkEnded(trial.check.id, trial.finish))
    }
  }

  mutating func answerLook() {
    guard machine.isAnswering(at: now) else { return }
    // The poll reports a changed value, or none.
    let values = isCalm || random.flip() ? [] : [random.deviceValue()]
    handle(.measured(values.map { Measurement($0, origin: "test") }, isFullPoll: true))
  }

  /// Returns the log line of an effect on a condition check, without its id: ids start again with each daemon.
  func conditionNote(_ effect: Effect) -> String? {
    switch effect {
    case .afterCommit(.check(let check, _)): "check of \(check.key), \(check.sequence)"
    case .immediate(.killCheck(let check)): "end of a check of \(check.key)"
    default: nil
    }
  }
}
