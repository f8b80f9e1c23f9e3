import Descriptors
import Devices
import Scheduling
import Stepping
import Store

// One alarm for the next deadline.
extension Engine {
  /// Answers the calls and wakes the sleeping processes that are due. If a call waits for the simulated clock and the
  /// time can be skipped, moves the clock to the next deadline; otherwise sets the alarm.
  func followClock() {
    // Frozen runs do nothing that a skip could miss.
    let (runs, wake) = stepper.read { core in
      (core.runningCount > 0 || core.isTryingConditions, core.nextWake())
    }
    time.clock.withVirtual { $0.setHasRuns(runs, real: $1) }
    answerAppointments()
    wakeSleepers()
    let delay = time.delay(scheduled: wake.delay(from: now))
    guard time.clock.isSimulated, time.waiters.next != nil else {
      return setAlarm(delay.flatMap { time.clock.realDelay($0) })
    }
    let wakefulness = runs ? wakefulness() : nil
    // Time is skipped only if no run is awake and no failed commit waits for its retry.
    if let delay, stepper.retryAt == nil, wakefulness == nil {
      time.clock.withVirtual { $0.jump(by: delay, real: $1) }
      post(.time)
      return
    }
    let rest = wakefulness.map { Duration.nanoseconds(max(0, $0 - real)) }
    setAlarm([delay.flatMap { time.clock.realDelay($0) }, rest].compactMap(\.self).min())
  }

  /// Returns the real awake time, in nanoseconds, until which a run is awake and no time can be skipped: `.max` while a
  /// condition runs, or a run is starting or being killed; `nil` if all runs sleep.
  private func wakefulness() -> Int64? {
    let runs = core.running
    // The start or the end of these runs is near.
    let isOnItsWay = runs.contains { [.launching, .killed].contains($0.phase.name) }
    if core.isTryingConditions || isOnItsWay { return .max }
    return time.sleeps.wakefulness(of: runs.map(\.id))
  }

  /// Reports the sleeps that have ended to their processes. Does nothing on the system's clock.
  private func wakeSleepers() {
    guard time.clock.isSimulated else { return }
    for sleep in time.sleeps.removeDue(at: now.wall, real: real) { programs.apps.wake(sleep) }
  }

  /// Answers the calls that wait for the simulated clock and are due. Stores the present time first, so that the next
  /// daemon also has it.
  private func answerAppointments() {
    let due = time.waiters.removeDue(at: now.wall)
    guard !due.isEmpty else { return }
    let refusal = refusalOfCommittingClock()
    for answer in due { answer(self, refusal) }
  }

  /// Commits the present time without other changes. Returns the refusal for waiting calls if that fails; `nil` if it
  /// succeeded.
  private func refusalOfCommittingClock() -> Refusal? {
    do throws(StoreError) {
      try stepper.store.commit([], at: now, bootID: stepper.bootID)
      return nil
    } catch {
      return Refusal(.unavailable, message: "\(error)")
    }
  }

  /// Sets the alarm for the next step: after `delay` in real time, at the retry of a failed commit, or for the
  /// watchdog, whichever comes first.
  private func setAlarm(_ delay: Duration?) {
    let feed = ending.watchdog.map { Duration.nanoseconds(max(0, $0.nextFeed - real)) }
    time.setAlarm(after: [stepper.nextStep(delay, self), feed].compactMap(\.self).min())
  }
}
