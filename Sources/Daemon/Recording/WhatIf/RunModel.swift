import Scheduling

/// How runs are taken to go that were never run: as those of the same request went that were.
package struct RunModel: Sendable {
  /// What a command does: one step of a request, or its condition.
  private struct Work: Hashable {
    var key: RequestKey
    var step: Int
    var isCondition: Bool

    init(_ run: Run) {
      (key, step, isCondition) = (run.key, run.step, false)
    }

    init(conditionOf key: RequestKey) {
      (self.key, step, isCondition) = (key, 0, true)
    }
  }

  private struct Sample {
    /// Of those that ended by themselves.
    var lengths: [Duration] = []
    var successes = 0
    var last = ProcessExit(exit: 0)
    /// Those that were told to stop, and those of them that had to be killed.
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

  /// Without any run to go by.
  private static let unknownLength = Duration.seconds(10)

  /// What was launched, in what was recorded.
  mutating func note(_ effects: [Effect], at now: Instant) {
    for effect in effects {
      switch effect {
      case .promise(.launch(let run, _)), .promise(.deliver(let run)):
        starts[.run(run.id)] = Start(work: Work(run), at: now.awake)
        kinds[run.id] = run.kind
      case .promise(.check(let check, _)):
        starts[.check(check.id)] = Start(work: Work(conditionOf: check.key), at: now.awake)
      case .withdraw(.warn(let run, _)):
        // An end that it did not choose says nothing of how long its work takes.
        starts[.run(run.id)] = nil
        samples[Work(run), default: Sample()].warned += 1
      case .withdraw(.kill(let run)):
        starts[.run(run.id)] = nil
        samples[Work(run), default: Sample()].killed += 1
      case .withdraw(.killCheck(let check)):
        starts[.check(check.id)] = nil
        samples[Work(conditionOf: check.key), default: Sample()].killed += 1
      default: break
      }
    }
  }

  /// How it ended, in what was recorded.
  mutating func note(_ finish: ProcessExit, of id: LaunchID, at now: Instant) {
    guard let start = starts.removeValue(forKey: id) else { return }
    let length = now.awake - start.at
    samples[start.work, default: Sample()].lengths.append(length)
    samples[start.work]?.last = finish
    if finish.exit == 0 { samples[start.work]?.successes += 1 }
    if let kind = id.run.flatMap({ kinds[$0] }) { lengthsOfKind[kind, default: []].append(length) }
  }

  /// How long the present step of `run` takes: as the same step of the same request on average, else
  /// as what there is of its kind. Nil where all of them had to be told to stop.
  func length(of run: Run) -> Duration? {
    if let sample = samples[Work(run)] { return sample.lengths.average }
    return lengthsOfKind[run.kind]?.average ?? Self.unknownLength
  }

  /// Whether most of those that were told to stop had to be killed.
  func ignoresWarnings(_ run: Run) -> Bool {
    samples[Work(run)].map { $0.killed * 2 > $0.warned } ?? false
  }

  /// How it ends: as most of them did.
  func finish(of run: Run) -> ProcessExit {
    finish(samples[Work(run)])
  }

  func condition(of key: RequestKey) -> (length: Duration, finish: ProcessExit) {
    let sample = samples[Work(conditionOf: key)]
    return (sample?.lengths.average ?? .zero, finish(sample))
  }

  private func finish(_ sample: Sample?) -> ProcessExit {
    guard let sample, !sample.lengths.isEmpty, sample.successes * 2 < sample.lengths.count else {
      return ProcessExit(exit: 0)
    }
    return sample.last
  }
}

extension [Duration] {
  fileprivate var average: Duration? {
    isEmpty ? nil : .nanoseconds(map(\.nanoseconds).reduce(0, +) / Int64(count))
  }
}
