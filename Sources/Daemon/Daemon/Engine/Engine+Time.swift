import Descriptors
import Devices
import Scheduling
import Stepping
import Store

// One alarm for the next deadline.
extension Engine {
  /// Answers the calls and wakes the sleeping processes that are due. If a call waits for the simulated clock and the
  /// time can be skipped, moves the clock to the next deadline; otherwise sets the alarm.
  func updateClock() {
    // Frozen runs do nothing that a skip could miss.
    let (hasActiveRuns, deadlines) = stepper.read { core in
      (core.runningCount > 0 || core.isTryingConditions, core.nextDeadlines())
    }
    // During runs, a simulated clock passes at real speed.
    time.clock.withVirtual { $0.setHasRuns(hasActiveRuns, real: $1) }
    answerDueCalls()
    wakeSleepers()

    let delay = time.delay(scheduled: deadlines.delay(from: now))
    let realDelay = delay.flatMap { time.clock.realDelay($0) }
    let callWaitsForClock = time.clock.isSimulated && time.waiters.next != nil
    // Without such a call, the clock passes at its own rate.
    guard callWaitsForClock else { return setAlarm(realDelay) }
    let awakeUntil = hasActiveRuns ? endOfAwakeRuns() : nil
    // Time is skipped only if no run is awake and no failed commit waits for its retry.
    if let delay, stepper.retryAt == nil, awakeUntil == nil {
      time.clock.withVirtual { $0.jump(by: delay, real: $1) }
      post(.time)
      return
    }
    // The step of that alarm tries again to skip time.
    let delayUntilAsleep = awakeUntil.map { Duration.nanoseconds(max(0, $0 - real)) }
    setAlarm([realDelay, delayUntilAsleep].compactMap(\.self).min())
  }

  /// Returns the moment from which all runs are asleep and the simulated clock can skip time; `nil` if all are asleep
  /// now. The moment is in real awake nanoseconds: `.max` while a condition runs, or a run is starting or being killed.
  private func endOfAwakeRuns() -> Int64? {
    let runs = core.running
    // The start or the end of such a run is near.
    let isStartingOrEnding = runs.contains { [.launching, .killed].contains($0.phase.name) }
    if core.isTryingConditions || isStartingOrEnding { return .max }
    return time.sleeps.endOfAwakeTime(of: runs.map(\.id))
  }

  /// Notifies each app process whose sleep on the simulated clock has ended. Does nothing on the system's clock.
  private func wakeSleepers() {
    guard time.clock.isSimulated else { return }
    // Sleeps end in simulated time. The woken runs then count as awake for a while of real time.
    for sleep in time.sleeps.removeDue(at: now.wall, real: real) { programs.apps.wake(sleep) }
  }

  /// Answers the calls that wait for the simulated clock and are due. Stores the present time first, so that the next
  /// daemon also has it.
  private func answerDueCalls() {
    let due = time.waiters.removeDue(at: now.wall)
    guard !due.isEmpty else { return }
    let refusal = refusalFromCommittingTime()
    for answer in due { answer(self, refusal) }
  }

  /// Commits the present time without other changes. Returns the refusal for waiting calls if that fails; `nil` if it
  /// succeeded.
  private func refusalFromCommittingTime() -> Refusal? {
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
    let stepDelay = stepper.delayToNextStep(delay, self)
    let watchdogDelay = stepEnding.watchdog.map { Duration.nanoseconds(max(0, $0.nextFeed - real)) }
    time.setAlarm(after: [stepDelay, watchdogDelay].compactMap(\.self).min())
  }
}
