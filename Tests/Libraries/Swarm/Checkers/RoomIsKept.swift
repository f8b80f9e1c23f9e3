import Scheduling
import Stepping

/// No more runs of a class of kinds have a slot at the same time than the limits allow. In addition, each user may have
/// one run whose latest date has passed. A group has at most as many runs as its width. Notifications and runs at an
/// exact time use no slot.
final class RoomIsKept: Checker {
  /// Limits that may be in effect: the last one whose caller was answered, and all that were sent since then.
  private struct Numbers {
    var possible: [Int]
    var most: Int { possible.max() ?? 0 }

    mutating func confirm(_ number: Int) {
      possible = [number] + (possible.lastIndex(of: number).map { possible[($0 + 1)...] } ?? [])
    }
  }

  private struct Slots {
    var all: Numbers
    var perUser = Numbers(possible: [.max])
  }

  /// Runs at an exact time.
  private var exact: Set<RunID> = []
  /// Runs that began at their latest date, by force of it.
  private var insisting: Set<RunID> = []
  private var widths: [GroupKey: Numbers] = [:]
  private var slots = [2, 1, 1, 2, 4].map { Slots(all: Numbers(possible: [$0])) }

  func takes(_ event: Event, in life: Life) {
    switch event {
    case .setWidth(let width, let group, _):
      widths[group, default: Numbers(possible: [1])].possible.append(width ?? 1)
    case .submit(let submission, _): noteWidth(of: submission)
    case .submitAll(let batch, _): batch.submissions.forEach(noteWidth)
    case .setSlots(let numbers, let kinds, _, _):
      let index = kinds.rawValue
      if let all = numbers.all { slots[index].all.possible.append(all) }
      if let most = numbers.perUser { slots[index].perUser.possible.append(most) }
    default: break
    }
  }

  func answers(_ number: Int, _ answer: Answer, to event: Event?, in life: Life) {
    guard case .done = answer else { return }
    switch event {
    case .setWidth(let width, let group, _): widths[group]?.confirm(width ?? 1)
    case .setSlots(let numbers, let kinds, _, _):
      if let all = numbers.all { slots[kinds.rawValue].all.confirm(all) }
      if let most = numbers.perUser { slots[kinds.rawValue].perUser.confirm(most) }
    default: break
    }
  }

  /// Notes that the group width in a submission may apply from now on. The submission may be refused.
  private func noteWidth(of submission: Submission) {
    guard let width = submission.groupWidth, let name = submission.terms.group else { return }
    let group = GroupKey(owner: submission.owner, name: name)
    widths[group, default: Numbers(possible: [1])].possible.append(width)
  }

  /// A run that is stopped in the step in which it begins is never launched, and has its place until it ends.
  func commits(_ changes: [Change], to record: Record, in life: Life) {
    var walk = CommitWalk(record)
    for change in changes {
      if case .begins(let run, let request?) = walk.take(change) { note(run, of: request) }
    }
  }

  /// Notes whether the run uses no slot, or one beyond the slots.
  private func note(_ run: Run, of request: Request) {
    if request.terms.run.isExact { exact.insert(run.id) }
    if request.window.atLatest == .run, request.window.isOverdue(at: run.started.wall) {
      insisting.insert(run.id)
    }
  }

  func launches(_ run: Run, _ request: Request, in life: Life) {
    note(run, of: request)
    guard !run.isForced, run.stepStarted == run.started.awake, let core = life.stepper?.core else {
      return
    }
    if run.task?.notification != nil { return }
    // Run ids rise. Runs with a higher id were started later and do not count.
    let earlier = core.runs.filter { $0.id < run.id && $0.task?.notification == nil }
    let beside = earlier.filter {
      Self.kinds($0.kind) == Self.kinds(run.kind) && !exact.contains($0.id)
    }
    if !request.terms.run.isExact, !hasSlot(run, request, beside) {
      life.fail(self, "run \(run.id) of \(run.key.id) starts next to \(beside.count) of its kind")
    }
    guard let name = run.group else { return }
    let group = GroupKey(owner: run.key.owner, name: name)
    let ofGroup = earlier.count { $0.group == name && $0.key.owner == run.key.owner }
    if ofGroup >= widths[group]?.most ?? 1 {
      life.fail(
        self, "run \(run.id) of \(run.key.id) starts next to \(ofGroup) of group \(name)")
    }
  }

  /// Whether the run has a slot, or a place beyond the slots, given the runs of its class that are already running.
  private func hasSlot(_ run: Run, _ request: Request, _ beside: [Run]) -> Bool {
    let numbers = slots[Self.kinds(run.kind)]
    var free = numbers.all.most
    var (ofUser, beyond): ([UInt32: Int], [UInt32]) = ([:], [])
    for other in beside {
      let isFull = ofUser[other.key.owner, default: 0] >= numbers.perUser.most
      ofUser[other.key.owner, default: 0] += 1
      let insists = insisting.contains(other.id) && !other.isForced
      if free > 0, !isFull || !insists {
        free -= 1
      } else if insists {
        beyond.append(other.key.owner)
      }
    }
    if free > 0, ofUser[run.key.owner, default: 0] < numbers.perUser.most { return true }
    return request.window.atLatest == .run && request.window.isOverdue(at: run.started.wall)
      && beyond.count < numbers.all.most && !beyond.contains(run.key.owner)
  }

  /// The class of kinds whose slots a kind uses.
  static func kinds(_ kind: Kind) -> Int {
    switch kind {
    case .refresh, .push: 0
    case .processing: 1
    case .maintenance: 2
    case .utility: 3
    case .userInitiated: 4
    }
  }
}
