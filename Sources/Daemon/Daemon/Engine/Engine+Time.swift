import Descriptors
import Devices
import Scheduling
import Stepping
import Store

// One alarm for the next deadline.
extension Engine {
  /// Moves a simulated clock as far as possible, or sets the alarm.
  func followClock() {
    // Frozen runs do nothing that a skip could miss.
    let runs = core.runningCount > 0 || core.isTryingConditions
    time.clock.withVirtual { $0.setHasRuns(runs, real: $1) }
    answerAppointments()
    wakeSleepers()
    let delay = nextDelay()
    guard time.clock.isSimulated, time.waiters.next != nil else {
      return setAlarm(delay.flatMap { time.clock.realDelay($0) })
    }
    let wakefulness = runs ? wakefulness() : nil
    if let delay, stepper.retryAt == nil, wakefulness == nil {
      time.clock.withVirtual { $0.jump(by: delay, real: $1) }
      post(.time)
      return
    }
    let rest = wakefulness.map { Duration.nanoseconds(max(0, $0 - real)) }
    setAlarm([delay.flatMap { time.clock.realDelay($0) }, rest].compactMap(\.self).min())
  }

  /// Returns until when the time of a run cannot be skipped, in real awake nanoseconds; `nil` if all runs sleep.
  private func wakefulness() -> Int64? {
    let runs = core.running
    // The start or the end of these runs is near.
    let isOnItsWay = runs.contains { [.launching, .killed].contains($0.phase.name) }
    if core.isTryingConditions || isOnItsWay { return .max }
    return time.sleeps.wakefulness(of: runs.map(\.id))
  }

  private func wakeSleepers() {
    guard time.clock.isSimulated else { return }
    for sleep in time.sleeps.removeDue(at: now.wall, real: real) { programs.apps.wake(sleep) }
  }

  /// Answers the calls whose time has come. The time is stored first, so that the next daemon also has it.
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

  private func nextDelay() -> Duration? {
    time.delay(scheduled: core.nextWake().delay(from: now))
  }

  private func setAlarm(_ delay: Duration?) {
    let feed = ending.watchdog.map { Duration.nanoseconds(max(0, $0.nextFeed - real)) }
    time.setAlarm(after: [stepper.nextStep(delay, self), feed].compactMap(\.self).min())
  }
}
