import Devices
import Scheduling

// Time: one alarm for the next moment that matters.
extension Engine {
  /// Moves a simulated clock as far as it may go, or sets the alarm.
  func followClock() {
    let runs = core.isBusy
    clock.withVirtual { $0.setHasRuns(runs, real: $1) }
    for answer in appointments.takeDue(at: now.wall) {
      answer(self, nil)
    }
    let delay = nextDelay()
    if let delay, retryAt == nil, !runs, clock.isSimulated, appointments.next != nil {
      clock.withVirtual { $0.jump(by: delay, real: $1) }
      post(.time)
      return
    }
    setAlarm(delay.flatMap { clock.realDelay($0) })
  }

  /// How long until something is due, on the engine's clock.
  private func nextDelay() -> Duration? {
    let now = now
    let moments = [story.next, appointments.next].compactMap(\.self).map {
      max($0 - now.wall, .zero)
    }
    let delays = moments + [core.nextWake().delay(from: now)].compactMap(\.self)
    // Where clocks are set before that, what follows the calendar is due at another moment.
    return delays.min().map { delay in
      zoneOutlook.change(after: now.wall, to: now.wall + delay).map { $0 - now.wall } ?? delay
    }
  }

  private func setAlarm(_ delay: Duration?) {
    let real = EngineClock.real
    // While nothing can be recorded, what is due for starting is due again and again.
    let due = retryAt == nil ? delay : delay.map { max($0, .milliseconds(100)) }
    let others = [retryAt, watchdog?.nextFeed].compactMap(\.self)
      .map { Duration.nanoseconds(max(0, $0 - real)) }
    alarm?.set(after: (others + [due].compactMap(\.self)).min())
  }
}
