import Logging
import Scheduling

// What an administrator finds in the journal about the machine that is read.
extension Engine {
  func log(_ wishes: MachineWishes, after old: MachineWishes) {
    if wishes.hold != old.hold { log(wishes.hold, after: old.hold) }
    if wishes.isGoingToSleep != old.isGoingToSleep {
      logger.info(
        wishes.isGoingToSleep ? "The machine is about to sleep" : "The machine is awake again")
    }
    guard wishes.sleepHeldFor != old.sleepHeldFor else { return }
    let why = wishes.sleepHeldFor.map { "The machine is asked not to sleep, for \($0)" }
    logger.info("\(why ?? "The machine may sleep again")")
  }

  private func log(_ hold: DeviceHold, after old: DeviceHold) {
    if hold.isFrozen && (!old.isFrozen || hold.thaws != old.thaws) {
      let end = thaws.map { " until \($0.text)" } ?? ""
      logger.notice("The device is frozen\(end): nothing that the machine says counts")
    }
    let told = hold.told.filter { !old.told.contains($0) }
    if !told.isEmpty {
      logger.notice("Set by hand, whatever the machine says: \(told.listed)")
    }
    if hold.isEmpty { logger.notice("The device follows the machine again") }
  }

  /// Which sources tell anything, at the beginning.
  func logOrigins() {
    let readings = core.readings
    for key in readings.measured.values.map(\.key) {
      log(key, toldBy: readings.source(of: key)?.origin, before: nil)
    }
  }

  /// Which sources tell something else than before; the scheduler has not been told yet.
  func log(_ measurements: [Measurement]) {
    let readings = core.readings
    for measurement in measurements {
      let key = measurement.value.key
      log(key, toldBy: measurement.origin, before: readings.source(of: key)?.origin)
    }
  }

  private func log(_ key: ExactString, toldBy origin: String?, before: String?) {
    let (origin, before) = (origin ?? "", before ?? "")
    guard origin != before else { return }
    let names = [origin, before].map { $0.isEmpty ? "nobody" : $0 }
    logger.debug("\(key) is told by \(names[0]), before by \(names[1])")
  }
}
