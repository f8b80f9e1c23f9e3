import OrderedCollections

// A machine that goes to sleep: what runs for apps is stopped first, what runs for the system sleeps
// with it.
extension Scheduler {
  mutating func sleep(isComing: Bool, at now: Instant) {
    guard device.isGoingToSleep != isComing else { return }
    device.isGoingToSleep = isComing
    // Whatever was known before it slept is to be read anew.
    if !isComing { readings.forgetLook() }
    noteDevice(at: now)
    askGatesAnew(at: now)
    guard isComing else { return }
    for entry in activeRuns.all where endsBeforeSleep(entry.run) {
      apply(.expire(.gate(.sleep)), to: entry.run.id, at: now)
    }
  }

  /// Sees by the clocks that the machine has slept, whoever told of it: the device may be another one
  /// now, and what was becoming steady begins anew.
  mutating func followSleep(at now: Instant) {
    let total = Duration.nanoseconds(now.boot.nanoseconds - now.awake.nanoseconds)
    defer { slept = total }
    guard let slept, total - slept >= .seconds(1) else { return }
    readings.forgetLook()
    device.beginSettlingAnew(at: now.boot, settings: settings)
  }

  private func endsBeforeSleep(_ run: Run) -> Bool {
    settings.rules(of: run.kind).closingGate == .expires
  }

  /// Whether the machine is about to sleep and nothing has to end before.
  package var isReadyToSleep: Bool {
    device.isGoingToSleep && !activeRuns.all.contains { endsBeforeSleep($0.run) }
  }

  /// The runs for which the machine is kept from sleeping: those that ask for it, on external power.
  package var runsThatPreventSleep: [Run] {
    guard !device.raw.isOnBattery else { return [] }
    return activeRuns.all.filter { $0.request?.terms.preventsSleep == true }.map(\.run)
  }
}
