import Scheduling

/// Every call is answered exactly once, in the step that handles the call, unless the daemon dies first.
final class EveryCallIsAnsweredOnce: Checker {
  func answers(_ number: Int, _ answer: Answer, to event: Event?, in life: Life) {
    guard let event else {
      return life.fail(self, "call \(number) was answered twice")
    }
    // A report is answered with `done` only if its run exists or has existed.
    guard case .report(let run, _, _) = event, case .done = answer else { return }
    if run > life.store.record.lastRun {
      life.fail(self, "a report of run \(run), which has never existed, was accepted")
    }
  }

  func stepped(_ core: Scheduler, in life: Life) {
    guard let call = life.calls.open.first else { return }
    life.fail(self, "call \(call.number) was taken and not answered: \(call.event)")
  }
}
