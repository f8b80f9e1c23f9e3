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

  /// Which sources tell anything.
  func log(_ measurements: [Measurement]) {
    for measurement in measurements {
      let key = measurement.value.key
      let before = origins[key]
      let origin = measurement.origin.isEmpty ? nil : measurement.origin
      origins[key] = origin
      guard origin != before else { continue }
      logger.debug("\(key) is told by \(origin ?? "nobody"), before by \(before ?? "nobody")")
    }
  }
}
