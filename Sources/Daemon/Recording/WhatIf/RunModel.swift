import Scheduling

/// A model of runs that were never run, based on the recorded runs of the same request.
package struct RunModel: Sendable {
  /// The work of a command: one step of a request, or its condition.
  private struct Work: Hashable {
    var key: RequestKey
    var step: Int
    var isCondition: Bool

    /// The work of the present step of `run`.
    init(_ run: Run) {
      (key, step, isCondition) = (run.key, run.step, false)
    }

    /// The work of the condition of a request.
    init(conditionOf key: RequestKey) {
      (self.key, step, isCondition) = (key, 0, true)
    }
  }

  private struct Sample {
    /// The lengths of the runs that ended without intervention.
    var lengths: [Duration] = []
    var successes = 0
    var last = ProcessExit(exit: 0)
    /// The number of warned runs, and of those that were killed.
    var warned = 0
    var killed = 0
  }

  private struct Start {
    var work: Work
    var at: AwakeTime
  }

  private var samples: [Work: Sample] = [:]
  private var lengthsOfKind: [Kind: [Duration]] = [:]
  private var starts: [LaunchID: Start] = [:]
  private var kinds: [RunID: Kind] = [:]

  /// The length if there is no run to compare with.
  private static let unknownLength = Duration.seconds(10)

  /// Records the starts, warnings and kills among the effects of a recording. A start is kept until the end gives the
  /// length; a run or condition that is warned or killed gives none. The end of an app's task is itself an effect: of
  /// its report, or of the end of its process.
  mutating func record(_ effects: [Effect], at now: Instant) {
    for effect in effects {
      switch effect {
      // A process that attaches again receives its tasks again; they keep their starts.
      case .afterCommit(.deliver(let run)) where kinds[run.id] != nil: break
      case .afterCommit(.launch(let run, _)), .afterCommit(.deliver(let run)):
        starts[.run(run.id)] = Start(work: Work(run), at: now.awake)
        kinds[run.id] = run.kind
      case .afterCommit(.announce(.ended(let run, let ending)))
      where run.isTask && ending.outcome != .interrupted:
        record(ProcessExit(exit: ending.exit, signal: ending.signal), of: .run(run.id), at: now)
      case .afterCommit(.check(let check, _)):
        starts[.check(check.id)] = Start(work: Work(conditionOf: check.key), at: now.awake)
      case .immediate(.warn(let run, _)):
        // A forced end does not show how long the work takes.
        starts[.run(run.id)] = nil
        samples[Work(run), default: Sample()].warned += 1
      case .immediate(.kill(let run)):
        starts[.run(run.id)] = nil
        samples[Work(run), default: Sample()].killed += 1
      case .immediate(.killCheck(let check)):
        starts[.check(check.id)] = nil
        samples[Work(conditionOf: check.key), default: Sample()].killed += 1
      default: break
      }
    }
  }

  /// Records the length and the result of a run or condition that ended in a recording. Does nothing if its launch is
  /// unknown, or if it was warned or killed.
  mutating func record(_ processExit: ProcessExit, of id: LaunchID, at now: Instant) {
    guard let start = starts.removeValue(forKey: id) else { return }
    let length = now.awake - start.at
    samples[start.work, default: Sample()].lengths.append(length)
    samples[start.work]?.last = processExit
    if processExit.exit == 0 { samples[start.work]?.successes += 1 }
    if let kind = id.run.flatMap({ kinds[$0] }) { lengthsOfKind[kind, default: []].append(length) }
  }

  /// Returns the length of the present step of `run`: the average of the same step of the same request, or else of
  /// its kind; `nil` if all its runs were stopped.
  func length(of run: Run) -> Duration? {
    if let sample = samples[Work(run)] { return sample.lengths.average }
    return lengthsOfKind[run.kind]?.average ?? Self.unknownLength
  }

  /// Whether most of the warned runs were killed.
  func ignoresWarnings(_ run: Run) -> Bool {
    samples[Work(run)].map { $0.killed * 2 > $0.warned } ?? false
  }

  /// Returns the modelled end of the present step of `run`: success, or the last recorded end if most runs failed.
  func modelledEnd(of run: Run) -> ProcessExit {
    modelledEnd(samples[Work(run)])
  }

  /// Returns the modelled length and end of the condition of a request. The length is zero if the recording has none to
  /// compare with.
  func condition(of key: RequestKey) -> (length: Duration, processExit: ProcessExit) {
    let sample = samples[Work(conditionOf: key)]
    return (sample?.lengths.average ?? .zero, modelledEnd(sample))
  }

  /// Returns the last end of the sample if most of its runs failed; otherwise success.
  private func modelledEnd(_ sample: Sample?) -> ProcessExit {
    guard let sample, !sample.lengths.isEmpty, sample.successes * 2 < sample.lengths.count else {
      return ProcessExit(exit: 0)
    }
    return sample.last
  }
}

extension [Duration] {
  /// The mean of the durations; `nil` if there are none.
  fileprivate var average: Duration? {
    isEmpty ? nil : .nanoseconds(map(\.nanoseconds).reduce(0, +) / Int64(count))
  }
}
