import Scheduling

/// All actions of one seed. Each is drawn from a stream of its own, so that the others stay as they
/// are when one is left out.
struct Plan {
  let seed: UInt64
  let mix: Mix

  init(seed: UInt64) {
    self.seed = seed
    mix = Mix(seed: seed)
  }

  /// The action with this number, from 1, and how long before it nothing comes from outside.
  func action(_ number: Int) -> (after: Duration, Action) {
    var dice = Dice(seed: seed, stream: UInt64(number))
    let delay = mix.delay(&dice)
    return (delay, action(mix.kind(&dice), number, &dice))
  }

  /// What a command of the submission with this number does in its `attempt`th run.
  func dice(ofCommand number: Int, attempt: Int) -> Dice {
    Dice(seed: seed, stream: UInt64(number) << 32 | UInt64(attempt) << 1 | 1 << 63)
  }

  private func action(_ kind: ActionKind, _ number: Int, _ dice: inout Dice) -> Action {
    switch kind {
    case .submit:
      let submission = submission(number, &dice)
      return .call { .submit(submission, $0) }
    case .device: return .device((0...dice.below(3)).map { _ in deviceValue(&dice) })
    case .report: return report(isLie: false, &dice)
    case .lie: return lie(&dice)
    case .app: return appEvent(&dice)
    case .zone: return .fact(.zone(secondsFromUTC: 3600 * (dice.below(27) - 12)))
    case .hold: return hold(&dice)
    case .burst: return .burst(count: 10_000)
    case .cancel, .stop, .runNow, .unquarantine: return request(kind, &dice)
    case .sleep, .suspend, .clock, .crash, .disk, .commitFailure, .unreadable, .reboot,
      .launchFailure, .drain, .wrongYear:
      return fault(kind, &dice)
    }
  }

  private func request(_ kind: ActionKind, _ dice: inout Dice) -> Action {
    let key = key(&dice)
    switch kind {
    case .cancel:
      let keeps = dice.isOne(in: 2)
      return .call { .cancel(key, keepsRunning: keeps, $0) }
    case .stop:
      let reason = dice.pick(Self.stopReasons)
      return .call { .stop(key, reason, $0) }
    case .runNow:
      let mode = dice.pick(RunMode.allCases)
      return .call { .runNow(key, mode, $0) }
    default: return .call { .unquarantine(key, $0) }
    }
  }

  /// What users say may be spelled as a code of ours.
  private static let stopReasons: [StopReason] =
    [.budget, .budget, .byHand(nil), .byHand("enough")]
    + ["thermal", "power", "cancelled", "replaced", "shutdown", "budget"].map { .byHand($0) }

  private func fault(_ kind: ActionKind, _ dice: inout Dice) -> Action {
    switch kind {
    case .sleep:
      .announceSleep(for: dice.isOne(in: 2) ? .seconds(dice.pick([5, 3600, 30_000])) : nil)
    case .suspend: .suspend(.seconds(dice.pick([1, 5, 60, 3600, 30_000])))
    case .clock: .setClock(by: .seconds(dice.pick([-90_000, -3600, -30, 30, 3600, 90_000])))
    case .wrongYear: .wrongYear(by: .seconds(dice.pick([40, 3650]) * 86_400 + dice.below(86_400)))
    case .crash: .crash(after: dice.below(12), downFor: down(&dice))
    case .disk: .diskFull(for: .milliseconds(dice.pick([300, 1000, 4000, 12_000])))
    case .commitFailure: .failCommits(1 + dice.below(3))
    case .unreadable: .unreadable(times: 1)
    case .reboot: .reboot(downFor: .seconds(dice.pick([20, 40, 4000])))
    case .launchFailure: .failLaunches(1 + dice.below(3))
    default: .drain(downFor: down(&dice))
    }
  }

  private func down(_ dice: inout Dice) -> Duration {
    .milliseconds(dice.pick([0, 100, 2000, 60_000]))
  }
}
