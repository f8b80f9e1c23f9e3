extension Scheduler {
  mutating func take(_ values: [DeviceValue], _ ticket: Ticket?, at now: Instant) {
    let before = device.raw
    device.apply(values, at: now, settings: settings)
    let changed = zip(before.values, device.raw.values).filter { $0 != $1 }.map(\.1)
    if !changed.isEmpty {
      effects.append(.change(.device(changed, device.raw, at: now.wall)))
      effects.append(.announce(.device(changed)))
      noteDevice(at: now)
      askGatesAnew(at: now)
      watchGates(at: now)
    }
    if let ticket { effects.append(.answer(ticket, .done(stopping: nil))) }
  }
}
