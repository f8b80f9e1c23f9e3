extension Scheduler {
  mutating func take(_ values: [DeviceValue], _ ticket: Ticket?, at now: Instant) {
    let before = device.raw
    device.apply(values, at: now, settings: settings)
    let changed = zip(before.values, device.raw.values).filter { $0 != $1 }.map(\.1)
    if !changed.isEmpty {
      effects.append(.change(.device(changed, device.raw, at: now.wall)))
      effects.append(.announce(.device(changed)))
      noteDevice(at: now)
      observeHabit(at: now)
      keepHabit(at: now, after: settings.forecast.keptEvery)
      askGatesAnew(at: now)
      watchGates(at: now)
    }
    if let ticket { effects.append(.answer(ticket, .done(stopping: nil))) }
  }

  mutating func observeHabit(at now: Instant) {
    foresight.observe(device.raw, at: now, zoneSeconds: zoneSeconds, settings: settings)
  }

  /// Has the store keep what is known of the device's habits, unless it did so lately.
  mutating func keepHabit(at now: Instant, after interval: Duration) {
    guard keeping.isDue(Learned.device, at: now.wall, after: interval) else { return }
    effects.append(.change(.learn(foresight.learned(at: now, settings: settings))))
  }
}
