import Devices
import Scheduling

/// What depends on the machine, as the machine was told, and what of it was logged.
struct MachineWishes: Equatable {
  /// What has to be read from time to time, and which paths somebody asks for.
  var attention: Attention = []
  var paths: [ExactString] = []
  /// For which run it is kept from sleeping.
  var sleepHeldFor: String?
  /// What was said by hand, or by a machine that is about to sleep.
  var hold = DeviceHold()
  var isGoingToSleep = false
}

// What is asked of the machine that is read.
extension Engine {
  /// Tells the machine what depends on it, where that has changed.
  func followMachine() {
    guard let machine else { return }
    attend()
    let wishes = MachineWishes(
      attention: told.attention, paths: told.paths,
      sleepHeldFor: core.runsThatPreventSleep.first.map { "run \($0.id) of \($0.key.id)" },
      hold: core.readings.hold, isGoingToSleep: core.device.isGoingToSleep)
    if wishes.sleepHeldFor != told.sleepHeldFor { machine.preventSleep(wishes.sleepHeldFor) }
    log(wishes, after: told)
    told = wishes
    if core.isReadyToSleep { machine.letSleep() }
  }

  /// Reads what does not tell of its changes, and all paths that somebody asks for by now.
  func look() {
    attend()
    machine?.look()
  }

  private func attend() {
    let (attention, paths) = (core.attention, core.watchedPaths)
    if attention != told.attention { machine?.attend(to: attention) }
    if paths != told.paths { machine?.watch(paths) }
    (told.attention, told.paths) = (attention, paths)
  }
}
