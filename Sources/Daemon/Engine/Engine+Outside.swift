import Dispatch
import Glibc
import Launch
import Logging
import Scheduling
import Stepping
import Store

// What a step acts on.
extension Engine: Outside {
  var now: Instant { clock.now }

  var real: Int64 { EngineClock.real }

  func launch(_ run: Run, _ request: Request) throws(LaunchFailure) {
    let longestFreeze = core.settings.longestFreeze
    try launch(LaunchOrder(run, request, socket: socket, longestFreeze: longestFreeze))
  }

  func check(_ run: Run, _ request: Request) throws(LaunchFailure) {
    try launch(LaunchOrder(check: run, request, socket: socket))
  }

  private func launch(_ order: LaunchOrder) throws(LaunchFailure) {
    do throws(LaunchError) {
      try launcher.launch(order)
    } catch {
      throw LaunchFailure("\(error)")
    }
  }

  func signal(_ run: Run, _ number: Int32, reason: String) {
    launcher.signal(run: run.id, signal: number, reason: reason)
  }

  func kill(_ run: Run) { launcher.kill(run: run.id) }
  func freeze(_ run: Run) { launcher.freeze(run: run.id) }
  func thaw(_ run: Run) { launcher.thaw(run: run.id) }
  func startUnit(_ name: String) { launcher.startUnit(name) }

  func complete(_ fact: Event) -> Event {
    switch fact {
    case .measured(let measurements, _): log(measurements)
    case .runEnded(let run, let finish)
    where run >= Scheduler.firstCheck && finish.lastWords == nil:
      return .runEnded(run, self.finish(ofCheck: run, finish))
    default: break
    }
    return fact
  }

  func cannotRecord(_ error: StoreError, isFirst: Bool) {
    if isFirst { logger.error("Nothing can be recorded: \(error)") }
    let refusal = Refusal(.unavailable, message: "\(error)")
    for answer in appointments.takeAll() {
      answer(self, refusal)
    }
  }

  func canRecordAgain() {
    logger.notice("What happens can be recorded again")
  }

  func giveUp(_ error: StoreError) {
    logger.critical("What was recorded cannot be read again, so rubatod stops: \(error)")
    // The supervisors end what runs, and systemd starts the daemon anew.
    exit(1)
  }
}
