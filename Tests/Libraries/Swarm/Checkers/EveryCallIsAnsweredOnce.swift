import Scheduling

/// Whoever calls hears one answer, in the step that takes the call, unless the daemon dies before.
final class EveryCallIsAnsweredOnce: Checker {
  func answers(_ number: Int, _ answer: Answer, to event: Event?, in life: Life) {
    guard let event else {
      return life.fail(self, "call \(number) was answered twice")
    }
    // Of a run that is over nothing can be told, by whomever.
    guard case .report(let run, _, _) = event, case .done = answer else { return }
    if run > life.store.record.lastRun { life.fail(self, "run \(run) never was, and reports") }
  }

  func stepped(_ core: Scheduler, in life: Life) {
    guard let call = life.calls.open.first else { return }
    life.fail(self, "call \(call.number) was taken and not answered: \(call.event)")
  }
}
