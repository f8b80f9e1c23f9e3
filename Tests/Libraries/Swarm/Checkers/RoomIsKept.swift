import Scheduling
import Stepping

/// No more of a kind run at once than may, beyond that one of each user whose latest date has passed, and
/// nothing beside another of its group. A notification and a run at an exact time need no slot, and take none.
final class RoomIsKept: Checker {
  /// Runs at an exact time.
  private var exact: Set<RunID> = []

  func launches(_ run: Run, _ request: Request, in life: Life) {
    if request.terms.run.isExact { exact.insert(run.id) }
    guard !run.isForced, run.stepStarted == run.started.awake, let core = life.stepper?.core else {
      return
    }
    if run.task?.notification != nil { return }
    // Numbers rise: those that were started after it do not count.
    let earlier = core.runs.filter { $0.id < run.id && $0.task?.notification == nil }
    let beside = earlier.filter {
      Self.kinds($0.kind) == Self.kinds(run.kind) && !exact.contains($0.id)
    }
    let slots = [2, 1, 1, 2, 4][Self.kinds(run.kind)]
    if !request.terms.run.isExact, beside.count >= slots,
      !mayBeBeyond(beside.dropFirst(slots), slots, run, request)
    {
      life.fail(self, "run \(run.id) of \(run.key.id) starts beside \(beside.count) of its kind")
    }
    guard let group = run.group else { return }
    if earlier.contains(where: { $0.group == group && $0.key.owner == run.key.owner }) {
      life.fail(self, "run \(run.id) of \(run.key.id) starts beside another of group \(group)")
    }
  }

  /// Whether there is a place for the run when the slots are taken.
  private func mayBeBeyond(
    _ others: ArraySlice<Run>, _ slots: Int, _ run: Run, _ request: Request
  ) -> Bool {
    let others = others.filter { !$0.isForced }
    return request.window.atLatest == .run && request.window.isOverdue(at: run.started.wall)
      && others.count < slots && !others.contains { $0.key.owner == run.key.owner }
  }

  private static func kinds(_ kind: Kind) -> Int {
    switch kind {
    case .refresh, .push: 0
    case .processing: 1
    case .maintenance: 2
    case .utility: 3
    case .userInitiated: 4
    }
  }
}
