import Scheduling

/// A paused request starts only if it is forced, until the pause ends or is lifted. The checker derives the pauses in
/// effect from the answers to callers.
final class NothingStartsUnderAPause: Checker {
  /// Pauses whose callers were answered that they are in effect.
  private var pauses: [Pause] = []
  /// Pauses that the daemon has received but not answered yet.
  private var taken: [Pause] = []

  /// A pause or a lifting may be committed without an answer if the daemon dies. So a lifted pause is no longer checked
  /// from the moment the call is received.
  func takes(_ event: Event, in life: Life) {
    switch event {
    case .pause(let pause, _):
      let isDrain = pause.lasting == .untilRestart
      forget {
        $0.by == pause.by && $0.scope == pause.scope && ($0.lasting == .untilRestart) == isDrain
      }
      taken.append(pause)
    // An orderly stop.
    case .drain: forget { $0.lasting == .untilRestart }
    case .resume(let lifting, _):
      forget { [nil, $0.by].contains(lifting.by) && [nil, $0.scope].contains(lifting.scope) }
      pauses = pauses.compactMap { without(lifting, $0) }
      taken = taken.compactMap { without(lifting, $0) }
    default: break
    }
  }

  /// Returns the pause without the ids that are lifted; `nil` if it has no others.
  private func without(_ lifting: PauseLifting, _ pause: Pause) -> Pause? {
    guard [nil, pause.by].contains(lifting.by), var scope = lifting.scope, !scope.ids.isEmpty,
      !pause.scope.ids.isEmpty
    else { return pause }
    let left = pause.scope.ids.filter { !scope.ids.contains($0) }
    scope.ids = pause.scope.ids
    guard scope == pause.scope else { return pause }
    if left.isEmpty { return nil }
    var rest = pause
    rest.scope.ids = left
    return rest
  }

  private func forget(_ isOver: (Pause) -> Bool) {
    pauses.removeAll(where: isOver)
    taken.removeAll(where: isOver)
  }

  func answers(_ number: Int, _ answer: Answer, to event: Event?, in life: Life) {
    guard case .pause(let pause, _) = event, let index = taken.firstIndex(of: pause) else { return }
    taken.remove(at: index)
    if case .done = answer { pauses.append(pause) }
  }

  /// A daemon that dies in the step of an end has noted the end.
  func dies(in life: Life) {
    taken = []
    forgetPast(life)
  }

  func starts(_ snapshot: Snapshot, _ found: [RunID: FoundRun], in life: Life) {
    if snapshot.bootID != life.bootID { pauses.removeAll { $0.lasting == .untilRestart } }
    forgetPast(life)
  }

  func stepped(_ core: Scheduler, in life: Life) { forgetPast(life) }

  func passed(in life: Life) { forgetPast(life) }

  private func forgetPast(_ life: Life) {
    pauses.removeAll { isPast($0, life) }
  }

  private func isPast(_ pause: Pause, _ life: Life) -> Bool {
    pause.ends.map { $0 <= life.now.wall } ?? false
  }

  /// A pause that was set while the clock was far ahead keeps its duration.
  func setsClock(in life: Life) {
    let now = life.now.wall
    for index in pauses.indices where pauses[index].since > now {
      if let ends = pauses[index].ends {
        pauses[index].lasting = .until(now + (ends - pauses[index].since))
      }
      pauses[index].since = now
    }
  }

  func launches(_ run: Run, _ request: Request, in life: Life) {
    // A decision made before a commit that failed, or in the same step as the pause, may be older than the pause.
    guard !run.isForced, life.eventsInStep <= 1, run.started == life.now, run.step == 0,
      run.phase == .launching,
      let pause = pauses.first(where: { covers($0.scope, run) && !isPast($0, life) })
    else { return }
    life.fail(self, "run \(run.id) of \(run.key.id) starts although \(pause.name) has paused it")
  }

  private func covers(_ scope: PauseScope, _ run: Run) -> Bool {
    if let owner = scope.owner, owner != run.key.owner { return false }
    if let app = scope.app, app != run.key.app { return false }
    return (scope.ids.isEmpty || scope.ids.contains(run.key.id))
      && (scope.kinds.isEmpty || scope.kinds.contains(run.kind))
  }
}
