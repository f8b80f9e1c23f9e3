import Descriptors
import Devices
import Scheduling
import Stepping
import Store

// Time: one alarm for the next moment that matters.
extension Engine {
  /// Moves a simulated clock as far as it may go, or sets the alarm.
  func followClock() {
    // What is frozen does nothing that could be missed.
    let runs = core.runningCount > 0 || core.isTryingConditions
    clock.withVirtual { $0.setHasRuns(runs, real: $1) }
    answerAppointments()
    wakeSleepers()
    let delay = nextDelay()
    guard clock.isSimulated, clockWaiters.next != nil else {
      return setAlarm(delay.flatMap { clock.realDelay($0) })
    }
    let wakefulness = runs ? wakefulness() : nil
    if let delay, stepper.retryAt == nil, wakefulness == nil {
      clock.withVirtual { $0.jump(by: delay, real: $1) }
      post(.time)
      return
    }
    let rest = wakefulness.map { Duration.nanoseconds(max(0, $0 - real)) }
    setAlarm([delay.flatMap { clock.realDelay($0) }, rest].compactMap(\.self).min())
  }

  /// Until when the time of a run cannot be skipped, in real awake nanoseconds; nil where all that runs sleeps.
  private func wakefulness() -> Int64? {
    let runs = core.running
    // Of these the end is near, or the beginning.
    let isOnItsWay = runs.contains { [.launching, .killed].contains($0.phase.name) }
    if core.isTryingConditions || isOnItsWay { return .max }
    return sleeps.wakefulness(of: runs.map(\.id))
  }

  private func wakeSleepers() {
    guard clock.isSimulated else { return }
    for sleep in sleeps.takeDue(at: now.wall, real: real) { apps.wake(sleep) }
  }

  /// Whoever hears that the clock has come somewhere finds it there with the next daemon too.
  private func answerAppointments() {
    let due = clockWaiters.takeDue(at: now.wall)
    guard !due.isEmpty else { return }
    let refusal = refusalOfCommittingClock()
    for answer in due { answer(self, refusal) }
  }

  private func refusalOfCommittingClock() -> Refusal? {
    do throws(StoreError) {
      try stepper.store.commit([], at: now, bootID: stepper.bootID)
      return nil
    } catch {
      return Refusal(.unavailable, message: "\(error)")
    }
  }

  /// How long until something is due, on the engine's clock.
  private func nextDelay() -> Duration? {
    let now = now
    let moments = [story.next, clockWaiters.next, sleeps.next].compactMap(\.self).map {
      max($0 - now.wall, .zero)
    }
    let delays = moments + [core.nextWake().delay(from: now)].compactMap(\.self)
    // Where clocks are set before that, what follows the calendar is due at another moment.
    return delays.min().map { delay in
      zoneOutlook.change(after: now.wall, to: now.wall + delay).map { $0 - now.wall } ?? delay
    }
  }

  private func setAlarm(_ delay: Duration?) {
    let feed = watchdog.map { Duration.nanoseconds(max(0, $0.nextFeed - real)) }
    let next = [stepper.nextStep(delay, self), feed].compactMap(\.self).min()
    dueAt = next.map { real + min($0.nanoseconds, 1 << 60) }
    if let next { alarm?.set(after: next) } else { alarm?.clear() }
  }
}
