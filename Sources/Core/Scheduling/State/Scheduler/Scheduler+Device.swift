// The device: what somebody tells of it, and what it tells itself.
extension Scheduler {
  /// Takes what was told by hand or played. On a machine that is read it holds until it is thawed.
  mutating func take(_ values: [DeviceValue], _ ticket: Ticket?, at now: Instant) {
    let before = context.device.readings.hold
    follow(context.device.tell(values, at: now), at: now)
    // Also what was so already is held from now on.
    if context.device.readings.hold != before { recordDevice(at: now) }
    if let ticket { answer(ticket, .done(stopping: nil)) }
  }

  private mutating func recordDevice(at now: Instant) {
    effects.append(.change(.device([], context.device.raw, at: now.wall)))
  }

  /// Lets nothing that the machine tells count.
  mutating func freezeDevice(for duration: Duration?, _ ticket: Ticket, at now: Instant) {
    do throws(Refusal) {
      follow(try context.device.freeze(for: duration, at: now), at: now)
    } catch {
      return answer(ticket, .refused(error))
    }
    recordDevice(at: now)
    answer(ticket, .done(stopping: nil))
  }

  mutating func thawDevice(_ ticket: Ticket, at now: Instant) {
    do throws(Refusal) {
      follow(try context.device.thaw(at: now), at: now)
    } catch {
      return answer(ticket, .refused(error))
    }
    answer(ticket, .done(stopping: nil))
  }

  /// A machine that goes to sleep: what runs for apps is stopped first, what runs for the system sleeps
  /// with it.
  mutating func sleep(isComing: Bool, at now: Instant) {
    let followUp = context.device.prepareSleep(isComing: isComing, at: now)
    let isNews = !followUp.touched.isEmpty
    follow(followUp, at: now)
    guard isComing, isNews else { return }
    for entry in context.runs.active.all where endsBeforeSleep(entry.run) {
      apply(.expire(.gate(.sleep)), to: entry.run.id, at: now)
    }
  }

  func endsBeforeSleep(_ run: Run) -> Bool {
    context.settings.value.rules(of: run.kind).closingGate == .expires
  }
}
