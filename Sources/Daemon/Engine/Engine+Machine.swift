import Devices
import Launch
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

// The machine that is read: what is asked of it, and what it tells.
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
    guard (attention, paths) != (told.attention, told.paths) else { return }
    (told.attention, told.paths) = (attention, paths)
    machine?.attend(to: attention, paths: paths)
  }

  /// The end of a check with what it wrote last; nothing else is kept of it.
  func finish(ofCheck run: RunID, _ finish: Finish) -> Finish {
    var finish = finish
    if let output = try? output(of: run, from: nil, limitBytes: 1024) {
      finish.lastWords = output.lastLine
    }
    forgetOutput(of: run)
    launcher.recorded(run: run)
    return finish
  }
}

extension Event {
  /// What the machine tells.
  init(_ event: MachineEvent) {
    self =
      switch event {
      case .measured(let measurements, let isLook): .measured(measurements, isLook: isLook)
      case .sleep(let isComing): .sleep(isComing: isComing)
      }
  }
}

extension RunOutput {
  /// The last line that is not empty, as text.
  fileprivate var lastLine: String? {
    String(decoding: bytes, as: UTF8.self).split(whereSeparator: \.isNewline).last.map(String.init)
  }
}
