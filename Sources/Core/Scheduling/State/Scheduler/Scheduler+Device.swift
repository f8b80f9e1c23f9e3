// The device: overrides and measured values.
extension Scheduler {
  /// Applies values that a caller sets or a recording replays, and answers the caller, if any. On a measured machine,
  /// they override measured values until the device is thawed.
  mutating func applyOverrides(_ values: [DeviceValue], _ ticket: Ticket?, at now: Instant) {
    let before = context.device.readings.overrides
    follow(context.device.applyOverrides(values, at: now), at: now)
    // A value that did not change is also overridden from now on.
    if context.device.readings.overrides != before { recordDevice(at: now) }
    if let ticket { answer(ticket, .done(stopping: nil)) }
  }

  /// Records the state of the device without a change of a value, so that the next daemon has the overridden values.
  private mutating func recordDevice(at now: Instant) {
    effects.append(.change(.device([], context.device.raw, at: now.wall)))
  }

  /// Freezes the device: ignores measured values for `duration`, or until it is thawed if that is `nil`. Answers the
  /// caller, or refuses if the daemon measures no machine or the duration is out of range.
  mutating func freezeDevice(for duration: Duration?, _ ticket: Ticket, at now: Instant) {
    do throws(Refusal) {
      follow(try context.device.freeze(for: duration, at: now), at: now)
    } catch {
      return answer(ticket, .refused(error))
    }
    recordDevice(at: now)
    answer(ticket, .done(stopping: nil))
  }

  /// Follows the machine again, also for fields that were overridden, and answers the caller. Refuses if the daemon
  /// measures no machine.
  mutating func thawDevice(_ ticket: Ticket, at now: Instant) {
    do throws(Refusal) {
      follow(try context.device.thaw(at: now), at: now)
    } catch {
      return answer(ticket, .refused(error))
    }
    answer(ticket, .done(stopping: nil))
  }

  /// Notes that the machine is about to sleep, or is awake again. Before a sleep, stops the runs that must end before
  /// it, such as those of apps; the other runs sleep with the machine.
  mutating func sleep(isComing: Bool, at now: Instant) {
    let followUp = context.device.noteSleep(isComing: isComing, at: now)
    let hasChanged = !followUp.touched.isEmpty
    follow(followUp, at: now)
    // If the sleep was announced before, the runs are already stopped.
    guard isComing, hasChanged else { return }
    context.alarm.end()
    for entry in context.runs.active.all where endsBeforeSleep(entry.run) {
      apply(.expire(.gate(.sleep)), to: entry.run.id, at: now)
    }
  }

  /// Returns whether a run must end before the machine sleeps: its kind ends if a gate closes.
  func endsBeforeSleep(_ run: Run) -> Bool {
    context.settings.value.rules(of: run.kind).closingGate == .expires
  }
}
