import Scheduling

/// All actions of one seed. Each is drawn from a separate stream, so that the others stay the same if one is left out.
struct Plan {
  let seed: UInt64
  let mix: Mix

  init(seed: UInt64) {
    self.seed = seed
    mix = Mix(seed: seed)
  }

  /// Returns the action with this number, from 1, and the time since the one before it.
  func action(_ number: Int) -> (after: Duration, Action) {
    var random = RandomSource(seed: seed, stream: UInt64(number))
    let delay = mix.delay(&random)
    return (delay, action(mix.kind(&random), number, &random))
  }

  /// Returns the source that decides the behaviour of the command of submission `number` in its `attempt`th run.
  func random(ofCommand number: Int, attempt: Int) -> RandomSource {
    RandomSource(seed: seed, stream: UInt64(number) << 32 | UInt64(attempt) << 1 | 1 << 63)
  }

  private func action(_ kind: ActionKind, _ number: Int, _ random: inout RandomSource) -> Action {
    switch kind {
    case .submit:
      let submission = submission(number, &random)
      return .call { .submit(submission, $0) }
    case .device: return .device((0...random.below(3)).map { _ in deviceValue(&random) })
    case .report: return report(isLie: false, &random)
    case .lie: return lie(&random)
    case .app: return appEvent(&random)
    case .task: return task(&random)
    case .pause: return pause(&random)
    case .concurrency: return concurrency(&random)
    case .zone: return .fact(.zone(secondsFromUTC: 3600 * (random.below(27) - 12)))
    case .hold: return hold(&random)
    case .burst: return .burst(count: 10_000)
    case .cancel, .stop, .runNow, .unquarantine: return request(kind, &random)
    case .sleep, .suspend, .clock, .crash, .disk, .commitFailure, .unreadable, .reboot,
      .launchFailure, .drain, .wrongYear:
      return fault(kind, &random)
    }
  }

  private func request(_ kind: ActionKind, _ random: inout RandomSource) -> Action {
    let key = key(&random)
    switch kind {
    case .cancel:
      let keeps = random.isOne(in: 2)
      return .call { .cancel(key, keepsRunning: keeps, $0) }
    case .stop:
      let reason = random.pick(Self.stopReasons)
      return .call { .stop(key, reason, $0) }
    case .runNow:
      let mode = random.pick(RunMode.allCases)
      return .call { .runNow(key, mode, $0) }
    default:
      switch random.below(3) {
      case 0: return .call { .retry(key, $0) }
      case 1: return .call { .acknowledge([key], $0) }
      default: return .call { .unquarantine(key, $0) }
      }
    }
  }

  /// The reason text of a user may equal a stop code.
  private static let stopReasons: [StopReason] =
    [.budget, .budget, .byHand(nil), .byHand("enough")]
    + ["thermal", "power", "cancelled", "replaced", "shutdown", "budget"].map { .byHand($0) }

  private func fault(_ kind: ActionKind, _ random: inout RandomSource) -> Action {
    switch kind {
    case .sleep:
      .announceSleep(for: random.isOne(in: 2) ? .seconds(random.pick([5, 3600, 30_000])) : nil)
    case .suspend: .suspend(.seconds(random.pick([1, 5, 60, 3600, 30_000])))
    case .clock: .setClock(by: .seconds(random.pick([-90_000, -3600, -30, 30, 3600, 90_000])))
    case .wrongYear:
      .wrongYear(by: .seconds(random.pick([40, 3650]) * 86_400 + random.below(86_400)))
    case .crash: .crash(after: random.below(12), downFor: down(&random))
    case .disk: .diskFull(for: .milliseconds(random.pick([300, 1000, 4000, 12_000])))
    case .commitFailure: .failCommits(1 + random.below(3))
    case .unreadable: .unreadable(times: 1)
    case .reboot: .reboot(downFor: .seconds(random.pick([20, 40, 4000])))
    case .launchFailure: .failLaunches(1 + random.below(3))
    default: .drain(downFor: down(&random))
    }
  }

  private func down(_ random: inout RandomSource) -> Duration {
    .milliseconds(random.pick([0, 100, 2000, 60_000]))
  }
}
