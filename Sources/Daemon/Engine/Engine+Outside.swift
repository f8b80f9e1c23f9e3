import Dispatch
import Glibc
import Launch
import Logging
import Scheduling
import Stepping
import Store

// What a step acts on.
extension Engine: Outside {
  package var now: Instant { clock.now }

  package var real: Int64 { EngineClock.real }

  package func scheduleStep() {
    queue.async { self.step() }
  }

  package func launch(_ run: Run, _ request: Request) throws(LaunchFailure) {
    let longestFreeze = core.settings.longestFreeze
    try launch(LaunchOrder(run, request, socket: socket, longestFreeze: longestFreeze))
  }

  package func check(_ run: Run, _ request: Request) throws(LaunchFailure) {
    try launch(LaunchOrder(check: run, request, socket: socket))
  }

  private func launch(_ order: LaunchOrder) throws(LaunchFailure) {
    do throws(LaunchError) {
      try launcher.launch(order)
    } catch {
      throw LaunchFailure("\(error)")
    }
  }

  package func signal(_ run: Run, _ number: Int32, reason: String) {
    launcher.signal(run: run.id, signal: number, reason: reason)
  }

  package func kill(_ run: Run) { launcher.kill(run: run.id) }
  package func freeze(_ run: Run) { launcher.freeze(run: run.id) }
  package func thaw(_ run: Run) { launcher.thaw(run: run.id) }
  package func startUnit(_ name: String) { launcher.startUnit(name) }

  package func willTake(_ fact: Event) {
    if case .measured(let measurements, _) = fact { log(measurements) }
  }

  package func cannotRecord(_ error: StoreError, isFirst: Bool) {
    if isFirst { logger.error("Nothing can be recorded: \(error)") }
    let refusal = Refusal(.unavailable, message: "\(error)")
    for answer in appointments.takeAll() {
      answer(self, refusal)
    }
  }

  package func canRecordAgain() {
    logger.notice("What happens can be recorded again")
  }

  package func giveUp(_ error: StoreError) {
    logger.critical("What was recorded cannot be read again, so rubatod stops: \(error)")
    // The supervisors end what runs, and systemd starts the daemon anew.
    exit(1)
  }
}
